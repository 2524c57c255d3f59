import LanguageModels
import TestSupport
import Testing
import Transcripts

/// Properties of putting entries together, each with an accumulator beside it that does not have it.
struct EventOrderTests {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  /// Events of three entries, each told by its id, in a random order that keeps the order within each entry.
  static func generated(seed: Int) -> [Event] {
    var random = SeededGenerator(seed: seed)
    var queues: [[Event]] = [
      (0..<random.pick([1, 3, 6])).map { .reasoning(entryID: "r", action: .appendText("r\($0) ")) },
      (0..<random.pick([1, 4, 9])).map { .response(entryID: "t", action: .appendText("t\($0) ")) },
      (0..<random.pick([2, 5])).flatMap { piece -> [Event] in
        ["1", "2"].map {
          .toolCalls(entryID: "c", action: .toolCall(id: $0, name: "f", action: .appendArguments("\(piece)")))
        }
      },
    ]
    for (index, total) in (1...random.pick([1, 3])).enumerated() {
      let usage = LanguageModelUsage.Input(totalTokenCount: 100 * total, cachedTokenCount: index)
      queues[1].append(
        .response(
          entryID: "t", action: .updateUsage(input: usage, output: .init(totalTokenCount: 1, reasoningTokenCount: 0))))
    }
    var events: [Event] = []
    while !queues.allSatisfy(\.isEmpty) {
      let index = random.pick(queues.indices.filter { !queues[$0].isEmpty })
      events.append(queues[index].removeFirst())
    }
    return events
  }

  static func result(_ events: [Event]) -> (entries: Set<Transcript.Entry>, usage: LanguageModelUsage) {
    var accumulator = ResponseAccumulator()
    for event in events { accumulator.apply(event) }
    return (Set(accumulator.entries { $0 ?? "-" }), accumulator.usage)
  }

  /// Whether the order between entries makes no difference, whatever becomes of the events on their way.
  static func isOrderFree(seed: Int, _ change: ([Event]) -> [Event] = { $0 }) -> Bool {
    let events = generated(seed: seed)
    let sorted = ["r", "t", "c"].flatMap { id in events.filter { $0.entryID == id } }
    let (one, other) = (result(change(events)), result(change(sorted)))
    return one.entries == other.entries && one.usage == other.usage
  }

  /// Whether text that comes character by character is the same as text that comes at once.
  static func isSizeFree(seed: Int, _ change: ([Event]) -> [Event] = { $0 }) -> Bool {
    let events = generated(seed: seed)
    let split = events.flatMap { event -> [Event] in
      guard case .response(let id, .appendText(let text, _, _)) = event else { return [event] }
      return text.map { .response(entryID: id, action: .appendText(String($0))) }
    }
    return result(change(events)).entries == result(change(split)).entries
  }

  /// Whether a second report of the same usage changes nothing.
  static func isReportedAgainFree(seed: Int, _ change: ([Event]) -> [Event] = { $0 }) -> Bool {
    let events = generated(seed: seed)
    let twice = events.flatMap { event -> [Event] in
      if case .response(_, .usage) = event { [event, event] } else { [event] }
    }
    return result(change(events)).usage == result(change(twice)).usage
  }

  @Test(arguments: 0..<200)
  func `entries are the same however their events interleave, and in pieces of whatever size`(seed: Int) {
    #expect(Self.isOrderFree(seed: seed))
    #expect(Self.isSizeFree(seed: seed))
    #expect(Self.isReportedAgainFree(seed: seed))
  }

  @Test func `an accumulator that joins whatever came last is found out`() {
    let joining: ([Event]) -> [Event] = { $0.map(\.withoutID) }
    #expect((0..<200).contains { !Self.isOrderFree(seed: $0, joining) })
  }

  @Test func `an accumulator that begins a segment with each piece is found out`() {
    let splitting: ([Event]) -> [Event] = { events in
      events.enumerated().map { index, event in
        guard case .response(let id, .appendText(let text, _, let tokens)) = event else { return event }
        return .response(entryID: id, action: .appendText(text, segmentID: "\(index)", tokenCount: tokens))
      }
    }
    #expect((0..<200).contains { !Self.isSizeFree(seed: $0, splitting) })
  }

  @Test func `an accumulator that adds usage up is found out`() {
    let adding: ([Event]) -> [Event] = { events in
      var sum = LanguageModelUsage()
      return events.map { event in
        guard case .response(let id, .usage(let usage)) = event else { return event }
        sum += usage
        return .response(entryID: id, action: .usage(sum))
      }
    }
    #expect((0..<200).contains { !Self.isReportedAgainFree(seed: $0, adding) })
  }
}

extension LanguageModelExecutorGenerationChannel.Event {
  fileprivate var entryID: String? {
    switch self {
    case .response(let id, _), .reasoning(let id, _), .toolCalls(let id, _): id
    }
  }

  fileprivate var withoutID: Self {
    switch self {
    case .response(_, let action): .response(action: action)
    case .reasoning(_, let action): .reasoning(action: action)
    case .toolCalls(_, let action): .toolCalls(action: action)
    }
  }
}

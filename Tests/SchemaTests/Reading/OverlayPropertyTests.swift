import PostgresClient
import TestSupport
import Testing
import TranscriptFormats
import Transcripts

/// `compactor.messages` against a model of it in Swift, over generated histories and overlays.
struct OverlayPropertyTests {
  struct History {
    var messages: [RawJSON] = []
    /// The message and part of each position.
    var entries: [(message: Int, part: Int)] = []

    init(using random: inout some RandomNumberGenerator) throws {
      for number in 0..<Int.random(in: 1...12, using: &random) {
        let text =
          switch Int.random(in: 0...5, using: &random) {
          case 0: #"{"role":"user","content":"u\#(number)"}"#
          case 1: #"{"role": "user", "content": [{"type": "text", "text": "u\#(number)"}]}"#
          case 2: #"{"role":"assistant","content":"a\#(number)"}"#
          case 3: #"{"role":"assistant","content":"a\#(number)","tool_calls":[{"id":"\#(number)"}]}"#
          case 4:
            #"{"role":"assistant","reasoning":"r","content":"a\#(number)","tool_calls":[{"id":"\#(number)"}],"x":1}"#
          default: #"{"role":"tool","tool_call_id":"\#(number)","content":"t"}"#
          }
        let message = try RawJSON(text)
        let parts = OpenAIChat.entries(of: message).count
        entries += (0..<parts).map { (messages.count, $0) }
        messages.append(message)
      }
    }
  }

  /// What the overlay makes of the history.
  static func model(_ history: History, kept: Set<Int>, summary: Int?) throws -> [JSON] {
    var read: [(message: Int, position: Int, parts: [JSON])] = []
    for (index, entry) in history.entries.enumerated() where kept.contains(index + 1) {
      let part = OpenAIChat.message(ofPart: entry.part, of: history.messages[entry.message])
      if read.last?.message == entry.message {
        read[read.count - 1].parts.append(part)
      } else {
        read.append((entry.message, index + 1, [part]))
      }
    }
    var messages = read.map { item in
      let original = history.messages[item.message]
      return item.parts.count == OpenAIChat.entries(of: original).count
        ? original.value : OpenAIChat.join(item.parts)[0]
    }
    guard let summary else { return messages }
    let text = try RawJSON("\"\(MessagesTests.summaryText)\"").string!.replacing(#"S "q""#, with: "S")
    let next = read.firstIndex { $0.position >= summary } ?? read.count
    for (index, form) in [(next, "\(text)\n\n"), (next - 1, "\n\n\(text)")] where messages.indices.contains(index) {
      guard messages[index]["role"] == "user" else { continue }
      let atHead = index == next
      if let content = messages[index]["content"]?.string {
        messages[index].set("content", to: .string(atHead ? form + content : content + form))
      } else {
        let part: JSON = ["type": "text", "text": .string(text)]
        let parts = messages[index]["content"]!.array!
        messages[index].set("content", to: .array(atHead ? [part] + parts : parts + [part]))
      }
      return messages
    }
    messages.insert(["role": "user", "content": .string(text)], at: next)
    return messages
  }

  @Test(arguments: 0..<6)
  func `whatever an overlay keeps, the same is read`(seed: Int) async throws {
    var random = SeededGenerator(seed: seed)
    let session = try await Session.shared
    var wrongModelDiffers = false
    for _ in 0..<30 {
      let history = try History(using: &random)
      let key = Session.newKey()
      try await session.append(key, "[\(history.messages.map(\.text).joined(separator: ","))]")

      let count = history.entries.count
      let covers = Int.random(in: 1...count, using: &random)
      let keepsMost = Bool.random(using: &random)
      let kept = Set((1...covers).filter { _ in Int.random(in: 0...3, using: &random) > (keepsMost ? 0 : 2) })
      let summary = Bool.random(using: &random) ? Int.random(in: 1...covers + 1, using: &random) : nil
      let ranges = kept.sorted().map { "[\($0),\($0)]" }.joined(separator: ",")
      try await session.run(
        StoredRevision(
          key: key, kept: "{\(ranges)}", coversThrough: Int32(covers), summary: summary.map { (Int32($0), "S") }
        ).insert)

      let expected = try Self.model(history, kept: kept.union(covers + 1..<count + 1), summary: summary)
      let found = try JSON(parsing: try await session.messages(key)!)
      #expect(
        found == .array(expected),
        "kept \(ranges), covers \(covers), summary \(String(describing: summary)), \(history.messages.map(\.text))")

      // A reader that takes messages whole, by their first part, is not enough.
      let byFirstPart = history.entries.indices.filter {
        history.entries[$0].part == 0 && (kept.contains($0 + 1) || $0 >= covers)
      }
      wrongModelDiffers =
        wrongModelDiffers
        || JSON.array(byFirstPart.map { history.messages[history.entries[$0].message].value }) != .array(expected)
    }
    #expect(wrongModelDiffers)
  }
}

import Summarization
import TestSupport
import Testing
import Transcripts

@testable import OfflineModel

/// Said in the first round, and never again.
private let planted = [
  "Please never ring me before ten in the morning.", "You must not spend more than 1,250 EUR on the whole trip.",
  "The invoice has to go to accounting with the code KX-40917.", "I am allergic to peanuts, so no peanuts anywhere.",
]
/// What of it must be left at the end.
private let facts = ["ten in the morning", "1,250", "KX-40917", "peanuts"]

/// About 4,000 tokens of talk, different in every round.
private func talk(round: Int) -> [SourceEntry] {
  var random = SeededGenerator(seed: round)
  let things = ["lamp", "sofa", "table", "chair", "shelf", "carpet", "mirror", "desk", "bench", "clock"]
  return (0..<60).flatMap { turn -> [SourceEntry] in
    let thing = things.randomElement(using: &random)!
    let order = Int.random(in: 100_000...999_999, using: &random)
    let question =
      "And how is it with the \(thing) that we talked about, the one of order \(order)? My neighbour says that such things take a while."
    let answer =
      "The \(thing) of order \(order) left the warehouse, and as far as I can see it is on its way to you and should be there within some days."
    return [Rounds.entry(.prompt, "user", question), Rounds.entry(.response, "assistant", answer)]
  }
}

/// Ten rounds, the planted facts in the first.
private func tenRounds(_ way: Rounds.Way, _ prompt: SummaryPrompt = .record) throws -> [Rounds.Result] {
  var rounds = Rounds(way, prompt: prompt)
  return try (1...10).map { round in
    var entries = talk(round: round)
    if round == 1 { entries.insert(contentsOf: planted.map { Rounds.entry(.prompt, "user", $0) }, at: 20) }
    return try rounds.compact(appending: entries)
  }
}

/// What is wrong with ten rounds.
private func mistakes(_ results: [Rounds.Result]) -> Set<String> {
  var mistakes: Set<String> = []
  for result in results {
    guard case .accepted(_, let tokens)? = result.outcome else {
      mistakes.insert("refused")
      continue
    }
    if tokens > Rounds.atMost { mistakes.insert("too large") }
  }
  if !facts.allSatisfy({ results[9].text.contains($0) }) { mistakes.insert("facts of the first round are lost") }
  // Linear: the second five rounds cost what the first five did. With the square of the length it is 2.7 times as much.
  let halves = [results[..<5], results[5...]].map { $0.reduce(0) { $0 + $1.bought } }
  if Double(halves[1]) > Double(halves[0]) * 1.6 { mistakes.insert("tokens grow with the square") }
  return mistakes
}

@Suite struct TenRoundsTests {
  @Test func `ten rounds stay small, keep the facts of the first, and cost what the conversation is long`() throws {
    let results = try tenRounds(.ours)
    #expect(mistakes(results).isEmpty, "\(results.map(\.bought)) \(results[9].text)")
    // Each word is bought about once, and the summaries that are merged a few times.
    let bought = results.reduce(0) { $0 + $1.bought }
    var rounds = Rounds(.ours)
    for round in 1...10 { _ = try rounds.compact(appending: talk(round: round)) }
    #expect(Double(bought) < Double(rounds.conversationTokens) * 2.5)
  }

  @Test func `a list of facts goes as far as a record`() throws {
    #expect(mistakes(try tenRounds(.ours, .facts)).isEmpty)
  }

  @Test func `making it all anew is found out by what it costs`() throws {
    #expect(mistakes(try tenRounds(.anew)).contains("tokens grow with the square"))
  }

  @Test func `covering only what is new is found out by what it forgets`() throws {
    #expect(mistakes(try tenRounds(.newOnly)).contains("facts of the first round are lost"))
  }

  @Test func `the same round again buys nothing`() throws {
    var rounds = Rounds(.ours)
    let first = try rounds.compact(appending: talk(round: 1))
    let again = try rounds.compact(appending: [])
    #expect(first.bought > 0 && again.bought == 0)
    #expect(again.text == first.text)
  }
}

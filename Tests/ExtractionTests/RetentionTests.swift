import TestSupport
import Testing
import Tokenization
import Transcripts

@testable import Extraction

/// A long user history, with questions whose answers stand in it.
private struct Memory {
  var transcript: [Utterance]
  /// Accepted answers of each question, those only that the history holds.
  var answers: [[String]]

  static func all() throws -> [Memory] {
    let bytes = try #require(try TestData.bytes("transcripts/bfcl-memory.jsonl"))
    return try bytes.split(separator: UInt8(ascii: "\n")).map { line in
      let line = try JSON(parsing: line)
      let contents = line["messages"]?.array?.compactMap { $0["content"]?.string } ?? []
      let text = normalized(contents.joined(separator: "\n"))
      let questions = line["qa"]?.array ?? []
      let answers = questions.map { question in
        (question["answers"]?.array ?? []).compactMap(\.string).map(normalized).filter { holds(text, $0) }
      }
      return Memory(
        transcript: contents.map { Utterance(speaker: "User", text: $0) }, answers: answers.filter { !$0.isEmpty })
    }
  }
}

private func normalized(_ text: String) -> String {
  text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.joined(separator: " ")
}

private func holds(_ text: String, _ answer: String) -> Bool {
  " \(text) ".contains(" \(answer) ")
}

/// The share of questions one of whose answers stands in the summary, at a tenth of the tokens.
private func share(_ summarize: ([Utterance], Int) -> String) throws -> Double {
  let tokenizer = EstimatingTokenizer()
  var (contained, asked) = (0, 0)
  for memory in try Memory.all() {
    let budget = memory.transcript.reduce(0) { $0 + tokenizer.count($1.text) } / 10
    let summary = summarize(memory.transcript, budget)
    #expect(tokenizer.count(summary) <= budget)
    let text = normalized(summary)
    asked += memory.answers.count
    contained += memory.answers.count { $0.contains { holds(text, $0) } }
  }
  return Double(contained) / Double(asked)
}

@Suite(.enabled(if: TestData.folder != nil, Comment(rawValue: TestData.isMissing)))
struct RetentionTests {
  @Test func `two in five answers survive an extract of a tenth`() throws {
    let summarizer = ExtractiveSummarizer(tokenizer: EstimatingTokenizer())
    let kept = try share { summarizer.summarize($0, atMost: $1) }
    print("answers contained at 10:1:", kept)
    #expect(kept >= 0.42)
  }

  @Test func `the last turns alone keep far fewer answers`() throws {
    let tokenizer = EstimatingTokenizer()
    let kept = try share { transcript, budget in
      var taken: [String] = []
      for utterance in transcript.reversed() {
        guard tokenizer.count((taken + [utterance.text]).joined(separator: "\n")) <= budget else { break }
        taken.append(utterance.text)
      }
      return taken.joined(separator: "\n")
    }
    #expect(kept < 0.30)
  }
}

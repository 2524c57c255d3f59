import LanguageModels
import TestSupport
import Testing
import Transcripts

@testable import Summarization

private func record(_ values: [SummaryRecord.Field: [String]]) -> SummaryRecord {
  var record = SummaryRecord()
  for (field, texts) in values { record[field] = texts }
  return record
}

private let sample = record([
  .goal: ["a refund for the lamp"], .constraints: ["never ring before ten", "at most 50 EUR"],
  .facts: ["order 44718 came broken"], .artifacts: ["orders.csv – read"], .identifiers: ["44718", "maria@example.com"],
  .activeThread: ["when the sofa ships"],
])

private let sampleText = """
  Goal: a refund for the lamp
  Constraints:
  - never ring before ten
  - at most 50 EUR
  Facts:
  - order 44718 came broken
  Artifacts:
  - orders.csv – read
  Now: when the sofa ships
  Identifiers: 44718; maria@example.com
  """

@Suite struct SummaryRecordTests {
  @Test func `a record is text with a heading for each part that says something`() {
    #expect(sample.text == sampleText)
  }

  private static let json = #"""
    {"goal": "a refund for the lamp", "constraints": ["never ring before ten", "at most 50 EUR"], "preferences": [],
     "decisions": [], "facts": ["order 44718 came broken"], "work_done": [], "artifacts": [{"name": "orders.csv", "how": "read"}],
     "open_items": [], "active_thread": "when the sofa ships", "identifiers": ["44718", "maria@example.com"]}
    """#

  @Test(arguments: [
    json, "```json\n\(json)\n```", "Here is the summary:\n\(json)\nI hope that helps!", "{\"summary\": \(json)}",
    sampleText, sampleText.replacing("Goal:", with: "**Goal:**").replacing("Constraints:", with: "## Constraints"),
    sampleText.replacing("- ", with: "* ").replacing("Now:", with: "Active thread:"),
    json.replacing("\"constraints\"", with: "\"Constraints\"").replacing("active_thread", with: "activeThread"),
    json.replacing("[\"order 44718 came broken\"]", with: "\"order 44718 came broken\""),
    json.replacing("\"a refund for the lamp\"", with: "[\"a refund\", \"for the lamp\"]"),
  ])
  func `a reply is read in whatever form it has`(_ reply: String) throws {
    let read = try #require(SummaryRecord(reading: reply))
    #expect(read == sample, "\(read.text)")
  }

  @Test(arguments: [
    "The user wants a refund: 24.50 EUR.", "", "- one fact\n- another fact", "{}", #"{"answer": "yes"}"#, "{broken",
    "Note: the user is called Maria.\nShe wants a lamp.",
  ])
  func `what has no such form is a text like any other`(_ reply: String) {
    #expect(SummaryRecord(reading: reply) == nil)
  }

  @Test func `any record is read back from its text and from its JSON`() {
    for seed in 1...300 {
      var random = SeededGenerator(seed: seed)
      var record = SummaryRecord()
      for field in SummaryRecord.Field.allCases
      where Bool.random(using: &random) || field == .constraints || field == .facts {
        record[field] = (0..<Int.random(in: 1...4, using: &random)).map { _ in
          "\(["note", "goal of", "file", "never"].randomElement(using: &random)!) \(Int.random(in: 0...999, using: &random)): x – y"
        }
      }
      #expect(SummaryRecord(reading: record.text) == record, "seed \(seed): \(record.text)")
      let json = JSON.object(
        SummaryRecord.Field.allCases.map { field in
          JSON.Member(
            field.rawValue,
            field.isText ? .string(record[field].first ?? "") : .array(record[field].map { .string($0) }))
        })
      #expect(SummaryRecord(reading: json.text) == record, "seed \(seed): \(json.text)")
    }
  }

  @Test func `what is dispensable goes first, and what the user demanded never`() {
    var record = sample
    var steps = 0
    while record.shorten() { steps += 1 }
    #expect(steps == 4)
    #expect(
      record.text
        == "Goal: a refund for the lamp\nConstraints:\n- never ring before ten\n- at most 50 EUR\nNow: when the sofa ships"
    )
  }

  @Test func `the schema asks for every part and for nothing else`() throws {
    let json = SummaryRecord.schema.json
    #expect(throws: Never.self) { try SummaryRecord.schema.validate() }
    #expect(json["properties"]?.object?.map(\.key) == SummaryRecord.Field.allCases.map(\.rawValue))
    #expect(json["required"]?.array?.count == SummaryRecord.Field.allCases.count)
  }
}

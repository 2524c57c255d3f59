import Summarization
import Testing
import Tokenization
import Transcripts

@testable import OfflineModel

private let transcript = """
  <transcript>
  User: I want to know where order 44718 is. Never ring me before ten.
  Assistant calls read_file: {"path": "Sources/App/main.swift"}
  Result of read_file: order 44718 lies in depot 12
  Assistant: I have found order 44718 in depot 12 and told the driver.
  User: Good. And when does order 44901 come?
  </transcript>

  Write the summary now: at most 200 tokens.
  """

private func record(_ user: String, schema: Bool, system: String? = nil, maxTokens: Int = 400) throws -> (
  String, SummaryRecord?
) {
  var body: JSON = [
    "messages": [
      ["role": "system", "content": .string(system ?? "Summarise.")], ["role": "user", "content": .string(user)],
    ],
    "max_tokens": JSON(maxTokens),
  ]
  if schema {
    body.set(
      "response_format",
      to: ["type": "json_schema", "json_schema": ["name": "summary", "schema": try JSON(parsing: recordSchema)]])
  }
  let text = try Answering(ratio: 1).completion(for: ChatRequest(body.utf8)).text
  return (text, SummaryRecord(reading: text))
}

/// The record of a prompt that may hold all of it.
private func extract(_ user: String) -> SummaryRecord? {
  let utterances = TranscriptText.utterances(in: user)
  return SummaryRecord(
    reading: RecordExtract(tokenizer: EstimatingTokenizer()).record(of: utterances, atMost: 300, outputLimit: 500))
}

private let recordSchema: String = {
  let fields = SummaryRecord.Field.allCases.map {
    "\"\($0.rawValue)\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}}"
  }
  return "{\"type\": \"object\", \"properties\": {\(fields.joined(separator: ", "))}}"
}()

@Suite struct RecordExtractTests {
  @Test func `the record of a transcript has each sentence in its field, by who says it`() throws {
    let record = try #require(extract(transcript))
    #expect(record[.constraints] == ["Never ring me before ten."])
    #expect(record[.goal] == ["I want to know where order 44718 is."])
    #expect(record[.artifacts].contains { $0.contains("Sources/App/main.swift") })
    #expect(record[.workDone] == ["I have found order 44718 in depot 12 and told the driver."])
    #expect(record[.openItems] == ["And when does order 44901 come?"])
  }

  @Test func `without a schema it is a record where the words ask for one, and else an extract`() throws {
    let words = "Fields: \"goal\", \"constraints\", \"work_done\", \"open_items\", \"active_thread\""
    #expect(try record(transcript, schema: false, system: words).1?[.constraints] == ["Never ring me before ten."])
    #expect(try record(transcript, schema: false).1 == nil)
  }

  @Test func `what stood under a heading in earlier summaries goes there again`() throws {
    let summaries = """
      <summary part="1">
      Goal: to know where order 44718 is
      Constraints:
      - never ring before ten
      Identifiers: 44718; KX-9
      </summary>

      <summary part="2">
      Constraints:
      - at most 50 EUR
      Now: when order 44901 comes
      </summary>

      Write the summary now: at most 200 tokens.
      """
    let record = try #require(extract(summaries))
    #expect(record[.constraints] == ["never ring before ten", "at most 50 EUR"])
    #expect(record[.goal] == ["to know where order 44718 is"])
    #expect(record[.activeThread] == ["when order 44901 comes"])
    #expect(record[.identifiers] == ["44718; KX-9"])
  }

  @Test(arguments: [80, 120, 200]) func `the JSON fits the limit on output`(_ limit: Int) throws {
    let long = transcript.replacing(
      "</transcript>",
      with: (0..<60).map { "User: And what about order \(50_000 + $0), please?\n" }.joined() + "</transcript>")
    let (text, found) = try record(long, schema: true, maxTokens: limit)
    #expect(EstimatingTokenizer().count(text) <= limit)
    #expect(found != nil, "\(text)")
  }
}

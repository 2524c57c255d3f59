import Testing
import TranscriptFormats

struct DetectionTests {
  static let beginnings: [(String, TranscriptFormat?)] = [
    (#"{"messages":[{"role":"user","content":"hi"}]}"#, .openai), (#"[{"role":"user","content":"hi"}]"#, .openai),
    (#"{"id":"a","messages":[]}"#, .openai), (#"{"messages":[{"role":"system","content":"s"},{"role":"user"#, .openai),
    (#"{"messages":[{"role":"assistant","tool_calls":[{"id":"a","type":"function"#, .openai),
    (#"{"system":"s","messages":[{"role":"user","content":"hi"}]}"#, .anthropic),
    (#"{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t"#, .anthropic),
    (#"[{"role":"user","content":[{"type":"tool_result""#, .anthropic),
    (#"{"messages":[{"role":"user","content":[{"type":"image","source":{}}]}]}"#, .anthropic),
    (#"{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{}}]}]}"#, .openai),
    (#"{"transcript":{"entries":[{"id":"#, .apple), (#"{"type":"FoundationModels.Transcript","ver"#, .apple),
    (#"{"version":"1.1","transcript":{"entries":[]}}"#, .apple),
    (#"[{"title":"x","mapping":{"a":{"message":{"role""#, .chatgpt),
    ("\u{FEFF} \n[ { \"mapping\" : {", .chatgpt), (#"{"mapping":{}}"#, nil), ("id,role,content\n", nil), ("[1,2]", nil),
    (#"{"conversations":[]}"#, nil), ("[", nil),
  ]

  @Test(arguments: beginnings)
  func `the format is told by the first bytes`(beginning: String, format: TranscriptFormat?) {
    #expect(TranscriptFormat(detectedIn: Array(beginning.utf8)[...]) == format)
  }

  @Test func `an unknown format is an error that lists the formats`() {
    let error = #expect(throws: UnknownFormat.self) {
      try TranscriptReader(MemorySource(Array("id,role\n".utf8)), format: nil)
    }
    #expect(error?.description.hasSuffix("expected one of openai, anthropic, apple, chatgpt") == true)
  }

  private func mistake(_ text: String, _ format: TranscriptFormat? = nil) -> ValueOverLines? {
    do {
      _ = try TranscriptReader(MemorySource(Array(text.utf8), pieceSize: 7), format: format)
      return nil
    } catch { return error as? ValueOverLines }
  }

  @Test(arguments: [
    ("{\n  \"messages\": [\n    {\"role\": \"user\", \"content\": \"hi\"}\n  ]\n}\n", false),
    ("{\n\"messages\": [{\"role\": \"user\", \"content\": \"hi\"}]\n}\n", false),
    ("[\n  {\"id\": \"a\", \"messages\": []},\n  {\"id\": \"b\", \"messages\": []}\n]\n", true),
    ("\u{FEFF}{ \"id\": \"a\",\n  \"messages\": [", false),
  ])
  func `JSON over several lines is named, with what makes lines of it`(text: String, isArray: Bool) {
    let found = mistake(text)
    #expect(found?.isArray == isArray)
    #expect(found?.description.contains("expected a conversation on each line") == true)
    #expect(found?.command(for: "a.json") == "jq -c \(isArray ? "'.[]'" : ".") 'a.json' | compactor import -")
    #expect(mistake(text, .openai) == nil, "whoever names the format gets each line told")
  }

  @Test(arguments: [
    "{\"messages\": []}\n{\"messages\": []}\n", "{\"messages\": []}", "\n {\"messages\": []}\n",
    "{\"id\": \"cut off\", \"messages\": [{\"role\"\n{\"id\": \"b\", \"messages\": []}\n",
    "{\"messages\": [{\"role\": \"user\", \"content\": \"{\\n\"}]}\n",
  ])
  func `lines are lines, broken ones too`(text: String) {
    #expect(mistake(text) == nil && mistake(text, .openai) == nil)
  }

  @Test func `an empty file holds nothing`() throws {
    for text in ["", "\n \n"] {
      let file = try ImportedFile(text, format: nil)
      #expect(file.conversations.isEmpty && file.broken.isEmpty)
    }
  }

  @Test func `looking at the beginning takes nothing away`() throws {
    let line = "{\"messages\":[]}\n"
    for pieceSize in [1, 5, 1_000] {
      let file = try ImportedFile(String(repeating: line, count: 5), format: nil, pieceSize: pieceSize)
      #expect(file.conversations.count == 5)
    }
  }
}

import TestSupport
import Testing
import TranscriptFormats
import Transcripts

struct HistoryTests {
  static let call: JSON = ["id": "1", "type": "function", "function": ["name": "get", "arguments": "{\"a\":1.0}"]]

  /// A compacted history: instructions, a summary before the turn that is kept, a call with its result.
  static let compacted: [JSON] = [
    ["role": "system", "content": "Be brief."], ["role": "user", "content": "Summary: they met."],
    ["role": "user", "content": "and now?"],
    ["role": "assistant", "content": "Looking.", "tool_calls": [call]],
    ["role": "tool", "tool_call_id": "1", "name": "get", "content": "42"],
    ["role": "assistant", "content": "42."],
  ]

  /// Role and text of each entry, and the calls, which every format can express.
  static func gist(_ chat: [JSON]) throws -> [String] {
    try chat.flatMap { message in
      OpenAIChat.entries(of: try RawJSON(message.text)).map { entry in
        "\(entry.kind.name) \(entry.contents.joined(separator: "|"))"
          + entry.calls.map { " \($0.arguments ?? "answer")" }.joined()
      }
    }
  }

  @Test(arguments: TranscriptFormat.allCases)
  func `a compacted history is written in every format and read again`(format: TranscriptFormat) throws {
    let text = try History.text(
      format, envelope: nil, key: "k", messages: Self.compacted.map(ExportedMessage.chat) + [.erased])
    var writer = TranscriptWriter(format)
    let file = writer.add(conversation: text) + writer.finish()
    let draft = try conversation(String(decoding: file, as: UTF8.self), format)
    let chat = try draft.chat
    #expect(pairsCallsAndResults(chat))
    // Anthropic's users do not speak twice in a row.
    let expected = try Self.gist(Self.compacted)
    let found = try Self.gist(chat)
    if format == .anthropic {
      #expect(found == [expected[0], "prompt Summary: they met.|and now?"] + expected[3...])
    } else {
      #expect(found == expected)
    }
  }

  @Test(arguments: TranscriptFormat.allCases, 0..<40)
  func `any history is written as a conversation that can be read`(format: TranscriptFormat, seed: Int) throws {
    var generator = ChatGenerator(seed: seed)
    let messages = generator.messages()
    let text = try History.text(format, envelope: nil, key: "k", messages: messages.map(ExportedMessage.chat))
    var writer = TranscriptWriter(format)
    let file = try ImportedFile(writer.add(conversation: text) + writer.finish(), format: format)
    #expect(file.broken == [])
    #expect(file.conversations.count == 1)
    let kinds = try messages.flatMap { OpenAIChat.entries(of: try RawJSON($0.text)).map(\.kind) }
    let again = file.conversations[0].messages.flatMap(\.entries).map(\.kind)
    // Apple's transcript has an entry for each; the others join neighbours, or leave out what they have no word for.
    if format == .apple || format == .openai { #expect(again == kinds) }
  }

  @Test func `kept originals stand as they were beside a summary`() throws {
    let anthropic = try History.text(
      .anthropic, envelope: #"{"system":{},"id":"a","messages":[]}"#, key: "",
      messages: [
        .original(#"[{"type":"text","text":"s"}]"#), .chat(["role": "user", "content": "Summary."]),
        .original(#"{"role":"assistant","content":[{"type":"thinking","thinking":"h","signature":"x"}],"n":1.0}"#),
      ])
    #expect(
      String(decoding: anthropic, as: UTF8.self)
        == #"{"system":[{"type":"text","text":"s"}],"id":"a","messages":[{"role":"user","content":[{"type":"text","text":"Summary."}]},{"role":"assistant","content":[{"type":"thinking","thinking":"h","signature":"x"}],"n":1.0}]}"#
    )
    let chatGPT = try JSON(
      parsing: History.text(
        .chatgpt,
        envelope: #"{"mapping":{"r":{"message":null,"parent":null,"children":["a"]},"a":1,"b":2},"current_node":"b"}"#,
        key: "",
        messages: [
          .chat(["role": "user", "content": "Summary."]),
          .original(#"{"id":"b","message":{"author":{"role":"user"}},"parent":"a","children":["c"]}"#),
        ]))
    #expect(
      chatGPT["mapping"]?.object?.map(\.key) == ["r", "message-1", "b"] && chatGPT["current_node"] == "b")
    #expect(chatGPT["mapping"]?["r"]?["children"] == ["message-1"])
    #expect(chatGPT["mapping"]?["b"]?["parent"] == "message-1")
    #expect(chatGPT["mapping"]?["b"]?["children"] == [])
  }
}

import Compaction
import TestSupport
import Testing
import TranscriptFormats
import Transcripts

@testable import Summarization

struct ShortFormsTests {
  static let forms = ShortForms(digest: digest)

  private func form(_ message: JSON, _ rule: ShortFormRule) -> JSON? { Self.forms.form(of: message, by: rule) }

  @Test func `a result keeps its id, its name and whatever else stands beside its content`() {
    let message: JSON = [
      "role": "tool", "tool_call_id": "c1", "name": "search", "content": "found 4711 in the cellar", "extra": 1,
    ]
    #expect(
      form(message, .result(.digest(atMost: 40)))
        == [
          "role": "tool", "tool_call_id": "c1", "name": "search", "content": "[cleared, 24 characters: 4711]",
          "extra": 1,
        ])
  }

  /// Base64 images sent as text: two million tokens elsewhere.
  @Test func `attachments of a result become labels, its texts one text`() throws {
    let image: JSON = ["type": "image_url", "image_url": ["url": "data:image/png;base64,AAECAwQFBgcICQ=="]]
    let message: JSON = [
      "role": "tool", "tool_call_id": "c", "content": [["type": "text", "text": "see A1"], image],
    ]
    let label = AttachmentLabels(digest: digest).label(ofPart: image)
    let content = try #require(form(message, .result(.placeholder))?["content"]?.string)
    #expect(content == "[cleared, 6 characters]\n" + (try #require(label)))
    let alone: JSON = ["role": "tool", "tool_call_id": "c", "content": [image]]
    #expect(form(alone, .result(.placeholder))?["content"]?.string == label)
  }

  @Test func `what is not understood is not shortened`() {
    let strange: JSON = ["role": "tool", "tool_call_id": "c", "content": [["type": "hologram", "data": "…"]]]
    #expect(form(strange, .result(.placeholder)) == nil)
    #expect(form(["role": "tool", "tool_call_id": "c"], .result(.placeholder)) == nil)
    #expect(form("text", .result(.placeholder)) == nil)
    #expect(form(["role": "user", "content": "hi"], .attachments) == nil)
    #expect(form(["role": "user", "content": "hi"], .arguments(ClearToolArguments())) == nil)
  }

  @Test func `attachments become labels of kind, size and digest, and texts stay`() throws {
    let message: JSON = [
      "role": "user",
      "content": [
        ["type": "text", "text": "what is this?"],
        ["type": "image_url", "image_url": ["url": "data:image/png;base64,AAECAwQFBgcICQ=="]],
      ],
    ]
    let parts = try #require(form(message, .attachments)?["content"]?.array)
    #expect(parts[0] == ["type": "text", "text": "what is this?"])
    let label = try #require(parts[1]["text"]?.string)
    #expect(label.hasPrefix("[image image/png, 10 bytes, "))
    let sound: JSON = ["role": "assistant", "content": nil, "audio": ["id": "a1", "transcript": "hello"]]
    #expect(form(sound, .attachments) == ["role": "assistant", "content": "[audio a1]\nhello"])
  }

  private func call(_ arguments: String, _ name: String = "write") -> JSON {
    ["id": "c", "type": "function", "function": ["name": .string(name), "arguments": .string(arguments)]]
  }

  @Test func `long strings in arguments are shortened, everything else of a call stays`() throws {
    let long = String(repeating: "line of A1\n", count: 40)
    let arguments = JSON.object([
      .init("path", "src/a.swift"), .init("content", .string(long)), .init("n", .number("1.0")),
      .init("list", .array([.string(long), .null])), .init("path", "again"),
    ])
    let message: JSON = [
      "role": "assistant", "content": nil,
      "tool_calls": [call(arguments.text), call(arguments.text, "pay"), call("not JSON " + long)],
    ]
    let short = try #require(form(message, .arguments(ClearToolArguments(except: ["pay"]))))
    let calls = try #require(short["tool_calls"]?.array)
    #expect(calls[1...] == [call(arguments.text, "pay"), call("not JSON " + long)])
    let leaf = JSON.string("[cleared, 440 characters: A1]")
    #expect(
      calls[0]
        == call(
          JSON.object([
            .init("path", "src/a.swift"), .init("content", leaf), .init("n", .number("1.0")),
            .init("list", .array([leaf, .null])), .init("path", "again"),
          ]).text))
  }

  /// Of arguments that parsed, a cut of their text parses no more.
  @Test func `arguments that parsed still do, with the same keys and numbers`() throws {
    var broken = 0
    for seed in 0..<400 {
      var generator = JSONGenerator(seed: seed)
      let arguments = JSON.object([
        .init("a", generator.value()), .init("b", .string("Ü🙂\"\\" + generator.value().text)),
      ])
      let message: JSON = ["role": "assistant", "tool_calls": [call(arguments.text)]]
      for leave in [ShortText.placeholder, .headAndTail(head: 3, tail: 2), .digest(atMost: 3)] {
        let rule = ClearToolArguments(leave: leave, longerThan: 4)
        let text = form(message, .arguments(rule))?["tool_calls"]?[0]?["function"]?["arguments"]?.string
        let made = try JSON(parsing: text ?? arguments.text)
        #expect(made.outline == arguments.outline, "seed \(seed)")
        #expect((text ?? arguments.text).utf8.count <= arguments.text.utf8.count, "seed \(seed)")
      }
      let cut = ShortText.headAndTail(head: 3, tail: 2).shortened(arguments.text)
      if (try? JSON(parsing: cut)) == nil { broken += 1 }
    }
    #expect(broken > 300)
  }

  @Test func `a short form is the same entry: its kind, its calls and its ids`() throws {
    let rules: [ShortFormRule] = [
      .result(.digest(atMost: 40)), .result(.placeholder), .arguments(ClearToolArguments(longerThan: 0)), .attachments,
    ]
    for seed in 0..<300 {
      var generator = ChatGenerator(seed: seed)
      for message in generator.messages() {
        let entries = OpenAIChat.entries(of: try RawJSON(message.text))
        guard entries.count == 1, !entries[0].traits.contains(.opaque) else { continue }
        for rule in rules where rule.isMeant(for: entries[0].kind) {
          guard let short = form(message, rule) else { continue }
          let made = OpenAIChat.entries(of: try RawJSON(short.text))
          #expect(made.map(\.kind) == entries.map(\.kind), "seed \(seed)")
          #expect(made.first?.calls.map(\.id) == entries[0].calls.map(\.id), "seed \(seed)")
          #expect(made.first?.calls.map(\.tool) == entries[0].calls.map(\.tool), "seed \(seed)")
        }
      }
    }
  }
}

extension ShortFormRule {
  fileprivate func isMeant(for kind: EntryKind) -> Bool {
    switch self {
    case .result: kind == .toolOutput
    case .arguments: kind == .toolCalls
    case .attachments: kind == .prompt || kind == .toolOutput || kind == .response
    }
  }
}

extension JSON {
  /// The value with every string empty: its syntax, keys and numbers.
  fileprivate var outline: JSON {
    switch self {
    case .string: ""
    case .array(let elements): .array(elements.map(\.outline))
    case .object(let members): .object(members.map { Member($0.key, $0.value.outline) })
    default: self
    }
  }
}

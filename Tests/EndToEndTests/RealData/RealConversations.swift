import Foundation
import TestSupport
import Testing
import Tokenization
import Transcripts

/// The real transcripts, read once.
struct RealConversations {
  /// The files, but that no two conversations share an id.
  private(set) var files: [(name: String, text: String)] = []
  /// As `compactor export` should print them.
  private(set) var lines: Set<Substring> = []
  private(set) var byKey: [String: Conversation] = [:]

  static let names = [
    "bfcl-memory", "cline", "oasst-en100", "openhands-sdk", "pi-mono-a", "swe-agent", "tau-bench-airline",
    "tau2-gpt41mini",
  ]

  static let all = Result { try RealConversations() }

  private init() throws {
    let folder = try #require(TestData.folder).appending(path: "transcripts")
    for name in Self.names {
      var text = ""
      for line in try String(contentsOf: folder.appending(path: name + ".jsonl"), encoding: .utf8).split(
        separator: "\n")
      {
        var conversation = try JSON(parsing: Array(line.utf8))
        var id = try #require(conversation["id"]?.string)
        if byKey[id] != nil {
          id += ", \(name) \(byKey.count)"
          conversation.set("id", to: .string(id))
        }
        text += conversation.text + "\n"
        byKey[id] = Conversation(key: id, messages: try #require(conversation["messages"]?.array))
      }
      files.append((name, text))
      lines.formUnion(text.split(separator: "\n"))
    }
  }

  struct Conversation {
    var key: String
    var messages: [JSON]
    let violations: [HistoryChecker.Violation: Int]
    private let texts: [String]
    private let tokens: Int

    init(key: String, messages: [JSON]) {
      self.key = key
      self.messages = messages
      violations = HistoryChecker.violations(in: messages)
      texts = messages.map(\.text)
      tokens = Self.tokens(messages)
    }

    /// Holds a compacted history against the original.
    func check(_ history: [JSON]) {
      let found = HistoryChecker.violations(in: history)
      #expect(HistoryChecker.isNoWorse(found, than: violations), "\(key)")
      #expect(Self.tokens(history) <= tokens, "\(key) has grown")
      #expect(HistoryChecker.strangers(in: history, of: messages, texts: texts).isEmpty, "\(key)")
      let isSystem = { (message: JSON) in message["role"] == "system" || message["role"] == "developer" }
      #expect(history.filter(isSystem) == messages.filter(isSystem), "\(key)")
    }

    private static func tokens(_ messages: [JSON]) -> Int {
      let tokenizer = EstimatingTokenizer()
      return messages.reduce(0) { sum, message in
        let calls = message["tool_calls"]?.array ?? []
        let content = message["content"]?.string ?? message["content"]?.text ?? ""
        return sum + tokenizer.count(content)
          + calls.reduce(0) { $0 + tokenizer.count($1["function"]?["arguments"]?.string ?? "") }
      }
    }
  }
}

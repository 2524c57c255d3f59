import Testing
import Transcripts

/// The judge is judged first: what is wrong, it finds.
@Suite struct CheckerTests {
  static let system: JSON = ["role": "system", "content": "s"]
  static let user: JSON = ["role": "user", "content": "u"]
  static let answer: JSON = ["role": "assistant", "content": "a"]

  static func calls(_ ids: String...) -> JSON {
    let calls = ids.map { id -> JSON in
      ["id": .string(id), "type": "function", "function": ["name": "f", "arguments": "{}"]]
    }
    return ["role": "assistant", "content": nil, "tool_calls": .array(calls)]
  }

  static func result(_ id: String) -> JSON { ["role": "tool", "tool_call_id": .string(id), "content": "r"] }

  static let cases: [(messages: [JSON], found: [HistoryChecker.Violation: Int])] = [
    ([system, user, calls("1", "2"), result("2"), result("1"), answer], [:]),
    ([user, calls("1"), result("1"), calls("1"), result("1"), answer], [:]),
    ([user, calls("1")], [:]),
    ([user, calls("1", "2"), result("1")], [:]),
    ([user, result("1"), answer], [.resultWithoutCall: 1]),
    ([user, calls("1"), result("1"), result("1")], [.resultWithoutCall: 1]),
    ([user, calls("1"), user, result("1")], [.callWithoutResult: 1, .resultWithoutCall: 1]),
    ([user, calls("1", "2"), result("1"), answer], [.callWithoutResult: 1]),
    ([system, system], [.onlySystem: 1]),
    ([user, ["role": "assistant", "content": ""]], [.emptyAssistant: 1]),
    ([["role": "user", "content": [["type": "text", "text": " "]]]], [.blankPart: 1]),
    ([["content": "x"]], [.noRole: 1]),
  ]

  @Test(arguments: cases.indices)
  func `what is wrong is found, and nothing else`(index: Int) {
    #expect(HistoryChecker.violations(in: Self.cases[index].messages) == Self.cases[index].found)
  }

  @Test func `a message that nobody wrote is a stranger, a summary and a part are none`() {
    let call: JSON = ["role": "assistant", "content": "I look", "tool_calls": Self.calls("1")["tool_calls"]!]
    let originals = [Self.user, call, Self.result("1"), Self.answer]
    let summary: JSON = ["role": "user", "content": "Summary of the earlier part of this conversation"]
    let part: JSON = ["role": "assistant", "content": "I look"]
    func strangers(_ history: JSON...) -> [JSON] {
      HistoryChecker.strangers(in: history, of: originals, texts: originals.map(\.text))
    }
    #expect(strangers(summary, part, Self.answer).isEmpty)
    #expect(strangers(Self.answer, Self.user) == [Self.user], "out of order")
    let changed: JSON = ["role": "user", "content": "U"]
    #expect(strangers(changed) == [changed])
  }
}

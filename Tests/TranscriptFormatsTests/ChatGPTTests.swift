import TestSupport
import Testing
import TranscriptFormats
import Transcripts

struct ChatGPTTests {
  /// A conversation of nodes written as `key parent text`; `-` is no parent, no text is no message.
  static func tree(_ nodes: [String], current: String?) -> String {
    let parts = nodes.map { $0.split(separator: " ").map(String.init) }
    var mapping: [JSON.Member] = []
    for part in parts {
      let children = parts.filter { $0[1] == part[0] }.map { JSON.string($0[0]) }
      let message: JSON =
        part.count < 3
        ? nil
        : [
          "author": ["role": "user"], "content": ["content_type": "text", "parts": [.string(part[2])]],
          "create_time": 1.5,
        ]
      mapping.append(
        JSON.Member(
          part[0],
          [
            "id": .string(part[0]), "message": message, "parent": part[1] == "-" ? nil : .string(part[1]),
            "children": .array(children),
          ]))
    }
    let conversation: JSON = [
      "title": "T", "mapping": .object(mapping), "current_node": current.map(JSON.string) ?? nil, "id": "c",
    ]
    return JSON.array([conversation]).text
  }

  @Test(
    arguments: [
      // The active path, then a branch for each other child, in the order of the mapping.
      (["r -", "a r A", "b a B", "c b C", "x a X", "y x Y", "z x Z"], "c", ["0A", "0B", "0C", "1X", "1Y", "2Z"]),
      (["r -", "a r A", "b a B", "x a X", "y x Y"], "y", ["0A", "0X", "0Y", "1B"]),
      // Nodes before their parents.
      (["y x Y", "x a X", "b a B", "a r A", "r -"], "b", ["0A", "0B", "1X", "1Y"]),
      // A current node in the middle: what follows it is a branch.
      (["r -", "a r A", "b a B", "c b C"], "a", ["0A", "1B", "1C"]),
      // No current node, or none that exists: the last leaf's path.
      (["r -", "a r A", "b a B", "x a X"], nil, ["0A", "0X", "1B"]),
      (["r -", "a r A", "b a B", "x a X"], "gone", ["0A", "0X", "1B"]),
      // A parent that does not exist, and a cycle.
      (["a gone A", "b a B", "p q P", "q p Q"], "b", ["0A", "0B", "1Q", "1P"]),
      // A branch whose beginning has no message.
      (["r -", "a r A", "s r", "b s B", "t r"], "a", ["0A", "1B"]), ([], nil, []),
    ] as [([String], String?, [String])])
  func `the active path is branch 0, and the others are told too`(
    nodes: [String], current: String?, expected: [String]
  ) throws {
    let draft = try conversation(Self.tree(nodes, current: current), .chatgpt)
    #expect(draft.messages.map { "\($0.branch)\($0.entries[0].contents[0])" } == expected)
    #expect(draft.messages.allSatisfy { $0.time == 1_500_000 })
    #expect(draft.key == "c" && draft.metadata == ["title": "T"])
  }

  /// The lines of a path of messages; each is `role [recipient or name] content`.
  static func lines(_ messages: [JSON]) throws -> [String] {
    let nodes = messages.enumerated().map { index, message in
      JSON.Member(
        "n\(index)",
        ["message": message, "parent": index == 0 ? nil : .string("n\(index - 1)"), "children": []])
    }
    let text = JSON.array([["mapping": .object(nodes), "current_node": .string("n\(messages.count - 1)")]]).text
    return try conversation(text, .chatgpt).lines
  }

  static func message(_ role: JSON, _ content: JSON, name: JSON = nil, to recipient: JSON = "all") -> JSON {
    ["author": ["role": role, "name": name], "content": content, "recipient": recipient]
  }

  static func text(_ text: JSON) -> JSON { ["content_type": "text", "parts": [text]] }

  @Test func `what a tool says answers the call before it, and nothing answers twice`() throws {
    let code: JSON = ["content_type": "code", "language": "unknown", "text": "search(1)"]
    let quote: JSON = ["content_type": "tether_quote", "title": "t", "url": "u", "text": "x"]
    let lines = try Self.lines([
      Self.message("assistant", code, to: "browser.search"), Self.message("tool", quote, name: "browser"),
      Self.message("tool", Self.text("more"), name: "browser"),
      Self.message("assistant", ["content_type": "code", "text": "{\"a\": 1}"], to: "python"),
      Self.message("tool", Self.text("other"), name: "dalle"), Self.message("tool", Self.text("own")),
    ])
    func call(_ id: String, _ name: String, _ arguments: String) -> String {
      "toolCalls "
        + ([
          "role": "assistant", "content": nil,
          "tool_calls": [
            [
              "id": .string(id), "type": "function",
              "function": ["name": .string(name), "arguments": .string(arguments)],
            ]
          ],
        ] as JSON).text
    }
    #expect(
      lines == [
        call("n0", "browser.search", #"{"input":"search(1)"}"#),
        #"toolOutput {"role":"tool","tool_call_id":"n0","name":"browser","content":"t\nu\nx"}"#,
        call("n2", "browser", "{}"),
        #"toolOutput {"role":"tool","tool_call_id":"n2","name":"browser","content":"more"}"#,
        call("n3", "python", #"{"a": 1}"#), call("n4", "dalle", "{}"),
        #"toolOutput {"role":"tool","tool_call_id":"n4","name":"dalle","content":"other"}"#,
        #"toolOutput {"role":"tool","tool_call_id":"n3","content":"own"}"#,
      ])
  }

  @Test(
    arguments: [
      (message("system", text("")), [#"instructions {"role":"system","content":""}"#]),
      (
        message("user", ["content_type": "user_editable_context", "user_profile": "p", "user_instructions": "i"]),
        [#"instructions {"role":"system","content":"p\ni"}"#]
      ),
      (
        message(
          "user",
          [
            "content_type": "multimodal_text",
            "parts": [
              ["content_type": "image_asset_pointer", "asset_pointer": "file://x", "width": 3, "height": 4], "what?",
            ],
          ]), [#"prompt {"role":"user","content":"[image: file://x, 3 × 4]\nwhat?"}"#]
      ),
      (
        message("assistant", ["content_type": "thoughts", "thoughts": [["summary": "s", "content": "c"]]]),
        [#"reasoning {"role":"assistant","reasoning_content":"s\nc"}"#]
      ),
      (
        message("assistant", ["content_type": "reasoning_recap", "content": ""]),
        [#"reasoning {"role":"assistant","reasoning_content":"[reasoning withheld]"}"#]
      ),
      (
        message("assistant", ["content_type": "new", "x": 1]),
        [#"response opaque {"role":"assistant","content":"{\"content_type\":\"new\",\"x\":1}"}"#]
      ),
      (message("assistant", nil), [#"response {"role":"assistant","content":""}"#]),
    ] as [(JSON, [String])])
  func `a message becomes its entries`(message: JSON, expected: [String]) throws {
    #expect(try Self.lines([message]) == expected)
  }

  @Test(.enabled(if: TestData.folder != nil, Comment(rawValue: TestData.isMissing)))
  func `a real export has every call answered and every branch kept`() throws {
    let browsing = try ImportedFile(RealFiles.bytes("exports/chatgpt-export.json"), format: .chatgpt)
    for draft in browsing.conversations { #expect(pairsCallsAndResults(try draft.chat)) }
    #expect(browsing.conversations[0].messages.flatMap(\.entries).filter { $0.kind == .toolOutput }.count == 5)
    let tree = try ImportedFile(RealFiles.bytes("exports/chatgpt-tree.json"), format: .chatgpt)
    #expect(Set(tree.conversations[0].messages.map(\.branch)) == [0, 1, 2])
  }
}

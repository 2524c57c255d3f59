import LanguageModels
import Testing
import Transcripts

struct ResponseAccumulatorTests {
  typealias Event = LanguageModelExecutorGenerationChannel.Event

  static func accumulated(_ events: [Event]) -> ResponseAccumulator {
    var accumulator = ResponseAccumulator()
    for event in events { accumulator.apply(event) }
    return accumulator
  }

  /// One line an entry, the way a reader sees it.
  static func lines(_ events: [Event]) -> [String] {
    var unnamed = 0
    return accumulated(events).entries { id in
      unnamed += 1
      return id ?? "#\(unnamed)"
    }.map { entry in
      let segments = entry.segments.map { segment in
        switch segment {
        case .text(let text): "\(text.id ?? "-"):\(text.text)"
        case .attachment(let attachment): "\(attachment.id ?? "-"):<\(attachment.type ?? "?")>"
        case .structure: "structure"
        }
      }
      var line = "\(entry.id ?? "-") \(entry.kind.name) \(segments.joined(separator: "|"))"
      if case .toolCalls(let calls) = entry {
        line += calls.calls.map { "\($0.id!)=\($0.toolName!)(\($0.arguments!))" }.joined(separator: " ")
        for call in calls.calls { if let metadata = call.json["metadata"] { line += " \(metadata.text)" } }
      }
      if case .reasoning(let reasoning) = entry, let signature = reasoning.signature { line += " signed \(signature)" }
      switch entry {
      case .response(let response): if let metadata = response.metadata { line += " \(metadata.text)" }
      case .toolCalls(let calls): if let metadata = calls.metadata { line += " \(metadata.text)" }
      case .reasoning(let reasoning): if let metadata = reasoning.metadata { line += " \(metadata.text)" }
      default: break
      }
      return line
    }
  }

  static func image(_ id: String) -> Transcript.AttachmentSegment {
    Transcript.AttachmentSegment(id: id, type: "image")
  }

  @Test(
    arguments: [
      (
        "text is appended", [Event.response(action: .appendText("a")), .response(action: .appendText("b"))],
        ["#1 response 0:ab"]
      ),
      (
        "entries are told apart by their ids",
        [
          .response(entryID: "x", action: .appendText("a")), .response(entryID: "y", action: .appendText("b")),
          .response(entryID: "x", action: .appendText("c")),
        ],
        ["x response 0:ac", "y response 0:b"]
      ),
      (
        "segments are told apart by theirs",
        [
          .response(action: .appendText("a", segmentID: "s")), .response(action: .appendText("b", segmentID: "t")),
          .response(action: .appendText("c", segmentID: "s")), .response(action: .appendText("d")),
        ],
        ["#1 response s:ac|t:bd"]
      ),
      (
        "a text segment is replaced whole",
        [
          .response(action: .appendText("draft", segmentID: "s")), .response(action: .appendText("b", segmentID: "t")),
          .response(action: .replaceTextSegment("final", segmentID: "s")),
        ],
        ["#1 response s:final|t:b"]
      ),
      (
        "without an id the last text segment is replaced",
        [
          .response(action: .appendText("draft")), .response(action: .addAttachmentSegment(image("i"))),
          .response(action: .replaceTextSegment("final")),
        ],
        ["#1 response 0:final|i:<image>"]
      ),
      (
        "replacing what is not there adds it", [.response(action: .replaceTextSegment("x", segmentID: "s"))],
        ["#1 response s:x"]
      ),
      (
        "an attachment ends the text before it",
        [
          .response(action: .appendText("a")), .response(action: .addAttachmentSegment(image("i"))),
          .response(action: .appendText("b")),
        ],
        ["#1 response 0:a|i:<image>|2:b"]
      ),
      (
        "attachments add, also under one id",
        [.response(action: .addAttachmentSegment(image("i"))), .response(action: .addAttachmentSegment(image("i")))],
        ["#1 response i:<image>|i:<image>"]
      ),
      (
        "an attachment is taken back",
        [
          .response(action: .addAttachmentSegment(image("i"))), .response(action: .addAttachmentSegment(image("j"))),
          .response(action: .removeAttachmentSegment(id: "i")),
        ],
        ["#1 response j:<image>"]
      ),
      (
        "metadata replaces and never adds",
        [
          .response(action: .appendText("a")), .response(action: .updateMetadata(["a": "1", "b": "2"])),
          .response(action: .updateMetadata(["c": "3"])),
        ],
        [#"#1 response 0:a {"c":"3"}"#]
      ),
      (
        "metadata of each kind stays with its entry",
        [
          .reasoning(action: .appendText("r")),
          .toolCalls(action: .toolCall(id: "c", name: "f", action: .appendArguments("{}"))),
          .reasoning(action: .updateMetadata(["k": "r"])), .toolCalls(action: .updateMetadata(["k": "t"])),
          .toolCalls(action: .toolCall(id: "c", name: "", action: .updateMetadata(["old": "x"]))),
          .toolCalls(action: .toolCall(id: "c", name: "", action: .updateMetadata(["k": "c"]))),
        ],
        [#"#1 reasoning 0:r {"k":"r"}"#, #"#2 toolCalls c=f({}) {"k":"c"} {"k":"t"}"#]
      ),
    ] as [(String, [Event], [String])])
  func `a response is put together from its events`(what: String, events: [Event], expected: [String]) {
    #expect(Self.lines(events) == expected, "\(what)")
  }

  @Test(
    arguments: [
      (
        "a signature replaces the one before",
        [
          Event.reasoning(action: .appendText("think")), .reasoning(action: .updateSignature("1")),
          .reasoning(action: .updateSignature("2")),
        ],
        ["#1 reasoning 0:think signed 2"]
      ),
      (
        "a signature alone is an entry", [.reasoning(action: .updateSignature("sealed"))],
        ["#1 reasoning  signed sealed"]
      ),
      (
        "reasoning without an id joins the trailing entry, and begins anew after another kind",
        [
          .reasoning(action: .appendText("a")), .reasoning(action: .appendText("b")),
          .response(action: .appendText("x")),
          .reasoning(action: .appendText("c")), .reasoning(action: .updateSignature("s")),
        ],
        ["#1 reasoning 0:ab", "#2 response 0:x", "#3 reasoning 0:c signed s"]
      ),
      (
        "reasoning without an id joins a trailing entry that has one",
        [.reasoning(entryID: "r", action: .appendText("a")), .reasoning(action: .appendText("b"))],
        ["r reasoning 0:ab"]
      ),
      (
        "reasoning is replaced",
        [.reasoning(action: .appendText("a")), .reasoning(action: .replaceTextSegment("b"))], ["#1 reasoning 0:b"]
      ),
      (
        "one id for two kinds is two entries",
        [.reasoning(entryID: "e", action: .appendText("a")), .response(entryID: "e", action: .appendText("b"))],
        ["e reasoning 0:a", "e response 0:b"]
      ),
    ] as [(String, [Event], [String])])
  func `reasoning is put together from its events`(what: String, events: [Event], expected: [String]) {
    #expect(Self.lines(events) == expected, "\(what)")
  }

  @Test(
    arguments: [
      (
        "arguments of parallel calls interleave",
        [
          Event.toolCalls(action: .toolCall(id: "1", name: "f", action: .appendArguments("{\"a\":"))),
          .toolCalls(action: .toolCall(id: "2", name: "g", action: .appendArguments("{\"b\":"))),
          .toolCalls(action: .toolCall(id: "1", name: "f", action: .appendArguments("1}"))),
          .toolCalls(action: .toolCall(id: "2", name: "", action: .appendArguments("2}"))),
        ],
        [#"#1 toolCalls 1=f({"a":1}) 2=g({"b":2})"#]
      ),
      (
        "a call without arguments has an empty object",
        [.toolCalls(action: .toolCall(id: "1", name: "f", action: .appendArguments("")))],
        ["#1 toolCalls 1=f({})"]
      ),
      (
        "a name that comes late is taken, one that comes again is not",
        [
          .toolCalls(action: .toolCall(id: "1", name: "", action: .appendArguments("{"))),
          .toolCalls(action: .toolCall(id: "1", name: "f", action: .appendArguments("}"))),
          .toolCalls(action: .toolCall(id: "1", name: "ff", action: .appendArguments(""))),
        ],
        ["#1 toolCalls 1=f({})"]
      ),
      (
        "a call is taken back",
        [
          .toolCalls(action: .toolCall(id: "1", name: "f", action: .appendArguments("{}"))),
          .toolCalls(action: .toolCall(id: "2", name: "g", action: .appendArguments("{}"))),
          .toolCalls(action: .removeToolCall(id: "1")),
        ],
        ["#1 toolCalls 2=g({})"]
      ),
      (
        "the last call taken back leaves nothing",
        [
          .toolCalls(action: .toolCall(id: "1", name: "f", action: .appendArguments("{}"))),
          .toolCalls(action: .removeToolCall(id: "1")), .response(action: .appendText("never mind")),
        ],
        ["#1 response 0:never mind"]
      ),
      (
        "reasoning, text and calls stand in the order of their first events",
        [
          .reasoning(entryID: "r", action: .appendText("a")), .response(entryID: "t", action: .appendText("b")),
          .toolCalls(entryID: "c", action: .toolCall(id: "1", name: "f", action: .appendArguments("{}"))),
          .response(entryID: "t", action: .appendText("c")), .reasoning(entryID: "r", action: .appendText("d")),
          .toolCalls(entryID: "c", action: .toolCall(id: "2", name: "g", action: .appendArguments("{}"))),
        ],
        ["r reasoning 0:ad", "t response 0:bc", "c toolCalls 1=f({}) 2=g({})"]
      ),
    ] as [(String, [Event], [String])])
  func `tool calls are put together from their events`(what: String, events: [Event], expected: [String]) {
    #expect(Self.lines(events) == expected, "\(what)")
  }

  @Test func `what says nothing is no entry`() {
    let usage = LanguageModelUsage.Input(totalTokenCount: 7, cachedTokenCount: 0)
    let events: [Event] = [
      .response(action: .appendText("")), .reasoning(entryID: "r", action: .updateMetadata(["a": "b"])),
      .toolCalls(
        action: .updateUsage(input: usage, output: .init(totalTokenCount: 0, reasoningTokenCount: 0))),
    ]
    #expect(Self.lines(events) == [])
    #expect(Self.accumulated(events).usage.input == usage)
  }

  @Test func `usage of an entry replaces, and that of entries is summed`() {
    func used(_ input: Int, _ cached: Int, _ output: Int, _ reasoning: Int) -> LanguageModelUsage {
      LanguageModelUsage(
        input: .init(totalTokenCount: input, cachedTokenCount: cached),
        output: .init(totalTokenCount: output, reasoningTokenCount: reasoning))
    }
    let accumulator = Self.accumulated([
      .reasoning(action: .appendText("a", tokenCount: 40)),
      .reasoning(
        action: .updateUsage(
          input: .init(totalTokenCount: 5, cachedTokenCount: 1),
          output: .init(totalTokenCount: 2, reasoningTokenCount: 2))),
      .reasoning(
        action: .updateUsage(
          input: .init(totalTokenCount: 10, cachedTokenCount: 4),
          output: .init(totalTokenCount: 3, reasoningTokenCount: 3))),
      .response(action: .appendText("b", tokenCount: 40)),
      .response(
        action: .updateUsage(
          input: .init(totalTokenCount: 100, cachedTokenCount: 50),
          output: .init(totalTokenCount: 7, reasoningTokenCount: 0))),
    ])
    #expect(accumulator.usage == used(110, 54, 10, 3))
    #expect(accumulator.usage.input.cachedShare == 54.0 / 110)
    #expect(LanguageModelUsage().input.cachedShare == nil)
  }

  @Test func `where no usage is reported the counts of the pieces stand in`() {
    let accumulator = Self.accumulated([
      .reasoning(action: .appendText("a", tokenCount: 3)), .reasoning(action: .updateSignature("s", tokenCount: 1)),
      .response(action: .appendText("b", tokenCount: 5)),
      .toolCalls(action: .toolCall(id: "1", name: "f", action: .appendArguments("{}", tokenCount: 2))),
    ])
    #expect(accumulator.usage.output == .init(totalTokenCount: 11, reasoningTokenCount: 4))
  }
}

import ChatCompletions
import HTTPTransport
import TestSupport
import Testing

@Suite(.enabled(if: RecordedBody.isAvailable, Comment(rawValue: TestData.isMissing)))
struct RecordedBodyTests {
  struct Answer: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var finish: FinishReason
    /// Where the text is long: how it begins, instead of all of it.
    var isPrefix = false
    var usage: TokenUsage?
    var calls: [String] = []
    var reasoning = false

    var testDescription: String { name }
  }

  static let answers = [
    Answer(
      name: "stream", text: "I'm ready to assist. What's your question?", finish: .stop,
      usage: TokenUsage(input: 25, output: 12)),
    Answer(name: "think", text: "The answer is: 4", finish: .stop, usage: TokenUsage(input: 16, output: 7)),
    Answer(
      name: "think_ns", text: "The answer is: 4", finish: .stop,
      usage: TokenUsage(input: 16, cachedInput: 15, output: 7)),
    Answer(
      name: "nonstream", text: "Hello there! I'm here to help", finish: .length,
      usage: TokenUsage(input: 33, cachedInput: 4, output: 8)),
    Answer(name: "badrole", text: "hi. I'm", finish: .length, usage: TokenUsage(input: 17, cachedInput: 3, output: 4)),
    Answer(name: "lp", text: "I", finish: .length, usage: TokenUsage(input: 31, cachedInput: 30, output: 1)),
    Answer(
      name: "sum", text: "User: My order 4471 of two lamps", finish: .stop, isPrefix: true,
      usage: TokenUsage(input: 203, output: 76)),
    Answer(
      name: "schema", text: "{\n    \"temperature\": 25,\n    \"condition\": \"sunny\"\n}", finish: .stop,
      usage: TokenUsage(input: 33, cachedInput: 24, output: 25)),
    Answer(
      name: "schema_stream", text: "{\n    \"temperature\": 25,\n    \"condition\": \"sunny\"\n}", finish: .stop,
      usage: TokenUsage(input: 33, cachedInput: 24, output: 25)),
    Answer(name: "schemabad", text: "", finish: .length),
    Answer(
      name: "speed", text: "Rivers are", finish: .length, isPrefix: true,
      usage: TokenUsage(input: 36, cachedInput: 24, output: 64)),
    Answer(name: "th", text: "", finish: .length, usage: TokenUsage(input: 120, output: 40), reasoning: true),
    Answer(
      name: "tcn", text: "", finish: .toolCalls, usage: TokenUsage(input: 374, cachedInput: 373, output: 31),
      calls: [#"{"location": "Paris"}"#]),
    Answer(
      name: "tcs", text: "", finish: .toolCalls, usage: TokenUsage(input: 374, cachedInput: 187, output: 31),
      calls: [#"{"location": "Paris"}"#]),
    Answer(
      name: "tool_named", text: "The function call", finish: .length, isPrefix: true,
      usage: TokenUsage(input: 284, cachedInput: 277, output: 80)),
    Answer(
      name: "tool_par", text: "You can use the following", finish: .length, isPrefix: true,
      usage: TokenUsage(input: 292, cachedInput: 274, output: 160)),
    Answer(
      name: "tool_req", text: "The weather", finish: .length, isPrefix: true, usage: TokenUsage(input: 287, output: 80)),
    Answer(name: "tool_schema_both", text: "{\n ", finish: .length, isPrefix: true),
    Answer(
      name: "tools_stream", text: "Paris,", finish: .length, isPrefix: true,
      usage: TokenUsage(input: 37, cachedInput: 24, output: 60)),
  ]

  @Test(arguments: answers, [1, 13, Int.max])
  func `a recorded answer is read as it was meant, in pieces of any size`(answer: Answer, size: Int) throws {
    let content = try #require(read(try RecordedBody.bytes(answer.name), size: size).content)
    #expect(answer.isPrefix ? content.text.hasPrefix(answer.text) : content.text == answer.text)
    #expect(content.finish == answer.finish)
    #expect(content.usage == answer.usage)
    #expect(content.toolCalls.map(\.arguments) == answer.calls)
    #expect(content.reasoning.isEmpty != answer.reasoning)
    #expect(content.evidence == .finishReason)
  }

  @Test(arguments: answers)
  func `a recorded stream that is cut anywhere before its finish reason is no answer`(answer: Answer) throws {
    let body = try RecordedBody.bytes(answer.name)
    let text = String(decoding: body, as: UTF8.self)
    let finish = text.ranges(of: #""finish_reason":""#).first?.lowerBound ?? text.endIndex
    let end = text.utf8.distance(from: text.startIndex, to: finish)
    for cut in Swift.stride(from: 0, to: end, by: max(1, end / 50)) {
      #expect(read(body.prefix(cut)).content == nil, "cut at byte \(cut)")
    }
  }

  @Test(arguments: [
    ("badjson", 400, ChatError.Class.permanent), ("nocontent", 400, .permanent), ("nomsg", 400, .permanent),
    ("notfound", 400, .permanent), ("tool_bad_choice", 400, .permanent), ("k401", 401, .endpoint),
    ("image", 500, .permanent),
    ("ctx", 400, .tooBig(limit: 2048, requested: 6031)), ("ping", 400, .tooBig(limit: 1024, requested: 1652)),
  ])
  func `a recorded error is of its class, by its status or by what its body says`(
    name: String, status: Int, class: ChatError.Class
  ) throws {
    let bytes = try RecordedBody.bytes(name)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(classify(status, text).class == `class`)
    #expect(classify(status, text).message.isEmpty == false)
    let inside = try #require(read(bytes).serverError)
    #expect(inside == ErrorBody(bytes: bytes))
    #expect(classify(nil, text).class == `class`)
  }
}

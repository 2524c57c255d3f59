import ChatCompletions
import FoundationEssentials
import HTTPTransport
import LanguageModels
import Testing
import Tokenization

/// A token for each byte, so that the sums below can be checked by hand.
private struct Bytes: Tokenizer {
  let name = "bytes@1"
  func count(_ utf8: Span<UInt8>) -> Int { utf8.count }
}

@Suite struct TokenCountingTests {
  private static let tool = Transcript.ToolDefinition(name: "f", description: "d", parameters: [:])
  private static let toolBytes = tool.json.text.utf8.count

  private static func asked(_ schema: JSON?) -> Transcript.Entry {
    .prompt(
      .init(
        id: "p", segments: [.text(.init(content: "what"))],
        responseFormat: schema.map { Transcript.ResponseFormat(name: "name", schema: $0) }))
  }

  private static func model(contextSize: Int? = nil) throws -> (ChatCompletionsLanguageModel, ScriptedTransport) {
    let transport = ScriptedTransport(.hello)
    let url = try #require(URL(string: "https://h/v1"))
    return (
      ChatCompletionsLanguageModel(name: "m", url: url, contextSize: contextSize, transport: .shared(transport))
        .countingTokens(with: Bytes()), transport
    )
  }

  @Test(
    arguments: [
      ("nothing but the reply that is begun", [], 3),
      ("a prompt", [prompt("four")], 3 + 4 + 4),
      ("instructions with a tool", [instructions("two", tools: [tool])], 3 + 4 + 3 + toolBytes),
      ("a tool and no text", [instructions(tools: [tool])], 3 + toolBytes),
      ("structures as JSON", [prompt([.structure(.init(source: "S", content: ["a": 1]))])], 3 + 4 + 7),
      ("images flat", [prompt([image(["url": "https://h/x.png"])])], 3 + 4 + 765),
      ("reasoning by its text", [reasoning("why")], 3 + 3),
      ("an answer", [response("yes")], 3 + 4 + 3),
      ("calls", [calls(("1", "f", "{}"), ("2", "gg", "{}"))], 3 + 7 + 3 + 4),
      ("an output", [output("1", "done")], 3 + 6 + 1 + 4),
      (
        "the schema of the last prompt alone", [asked(["x": 1]), response("r"), asked(["y": 2])], 3 + 8 + 5 + 8 + 4 + 7
      ),
      ("no schema of earlier prompts", [asked(["x": 1]), response("r"), asked(nil)], 3 + 8 + 5 + 8),
    ] as [(String, [Transcript.Entry], Int)])
  func `what a request sends is counted`(what: String, entries: [Transcript.Entry], count: Int) async throws {
    #expect(try await Self.model().0.tokenCount(for: entries) == count)
  }

  @Test func `a request that cannot fit is refused before it is sent`() async throws {
    let (model, transport) = try Self.model(contextSize: 40)
    let session = LanguageModelSession(model: model)
    do {
      try await session.respond(to: String(repeating: "a", count: 33))
      Issue.record("nothing was thrown")
    } catch LanguageModelError.contextSizeExceeded(let size) {
      #expect(size.contextSize == 40 && size.tokenCount == 40)
    }
    #expect(transport.requests.isEmpty)
    try await session.respond(to: String(repeating: "a", count: 32))
    #expect(transport.requests.count == 1)
  }

  @Test func `a model that was given nothing to count with does not count`() async throws {
    var (model, transport) = try Self.model(contextSize: 5)
    model.tokenCounter = nil
    #expect(try await model.tokenCount(for: [prompt("four")]) == nil)
    try await LanguageModelSession(model: model).respond(to: "The server has the last word.")
    #expect(transport.requests.count == 1)
  }
}

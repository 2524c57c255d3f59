import ChatCompletions
import FoundationEssentials
import HTTPTransport
import LanguageModels
import Testing

@Suite struct ModelValueTests {
  private let transport = ScriptedTransport(.hello)

  private func model(
    _ url: String = "https://h/v1", key: String? = nil, headers: [String: String] = [:], name: String = "m"
  ) throws -> ChatCompletionsLanguageModel {
    ChatCompletionsLanguageModel(
      name: name, url: try #require(URL(string: url)), additionalHeaders: headers, apiKey: key.map { Secret($0) },
      transport: .shared(transport))
  }

  @Test func `models at one address share an executor, others do not`() throws {
    let cache = LanguageModelExecutorCache()
    for model in [try model(), try model(name: "n"), try model()] { _ = try cache.executor(for: model) }
    #expect(cache.count == 1)
    for model in [try model(key: "a"), try model(key: "b"), try model("https://h/v2"), try model(headers: ["X": "1"])] {
      _ = try cache.executor(for: model)
    }
    #expect(cache.count == 5)
  }

  @Test func `header fields and key are sent, and appear in no description`() async throws {
    let model = try model(key: "sk-key", headers: ["X-Title": "t-value", "Authorization-2": "Bearer tok"])
    let session = LanguageModelSession(model: model)
    #expect(try await session.respond(to: "u").content == "hello")
    let sent = try #require(transport.requests.first)
    #expect(sent.headers["authorization"] == "Bearer sk-key")
    #expect(sent.headers["x-title"] == "t-value" && sent.headers["authorization-2"] == "Bearer tok")
    var dumped = ""
    dump(model, to: &dumped)
    for text in [dumped, "\(sent)", "\(model)"] {
      #expect(!text.contains("sk-key") && !text.contains("t-value") && !text.contains("tok\""))
    }
  }

  @Test func `an address that is none fails with the first request`() async throws {
    let session = LanguageModelSession(model: try model("ftp://h/v1"))
    await #expect(throws: EndpointURL.Invalid.self) { _ = try await session.respond(to: "u") }
  }

  @Test func `capabilities are as they are said to be`() throws {
    let url = try #require(URL(string: "https://h/v1"))
    let plain = ChatCompletionsLanguageModel(
      name: "m", url: url, supportsGuidedGeneration: false, supportsToolCalling: false, transport: .shared(transport))
    #expect(plain.capabilities == [])
    let able = ChatCompletionsLanguageModel(
      name: "m", url: url, supportsVision: true, supportsReasoning: true, contextSize: 9, transport: .shared(transport))
    #expect(able.capabilities == .all)
    #expect(able.contextSize == 9)
  }

  @Test func `a session speaks with a server through its tools`() async throws {
    struct Add: Tool {
      struct Arguments: Generable {
        var a: Int
        var b: Int
      }
      let name = "add"
      let description = "Adds."
      func call(arguments: Arguments) async throws -> String { String(arguments.a + arguments.b) }
    }
    let call = #"{"tool_calls":[{"index":0,"function":{"name":"add","arguments":"{\"a\":2,\"b\":3}"}}]}"#
    let transport = ScriptedTransport(
      .body(stream(#"{"reasoning_content":"sum"}"#, call, finish: "tool_calls")), .hello)
    let model = ChatCompletionsLanguageModel(
      name: "m", url: try #require(URL(string: "https://h/v1")), transport: .shared(transport))
    let session = LanguageModelSession(model: model, tools: [Add()], instructions: "Count.")
    #expect(try await session.respond(to: "2+3?").content == "hello")
    let second = try JSON(parsing: try #require(transport.bodies.last))
    let messages = try #require(second["messages"]?.array)
    #expect(messages.map { $0["role"]?.string } == ["system", "user", "assistant", "tool"])
    #expect(messages[2]["reasoning_content"] == "sum")
    #expect(messages[3]["content"] == "5")
    #expect(messages[3]["tool_call_id"] == messages[2]["tool_calls"]?[0]?["id"])
  }
}

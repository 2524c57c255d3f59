import ChatCompletions
import LanguageModels
import Testing

private let tool = Transcript.ToolDefinition(
  name: "f", description: "Does.", parameters: ["type": "object", "properties": [:]])
private let toolJSON =
  #""tools":[{"type":"function","function":{"name":"f","description":"Does.","parameters":{"type":"object","properties":{}}}}]"#

@Suite struct RequestMappingTests {
  private func body(_ request: LanguageModelExecutorGenerationRequest, parallel: Bool? = nil) async throws -> String {
    let asked = try await ask(.hello, request: request) { $0.allowsParallelToolCalls = parallel }
    #expect(asked.error == nil)
    return try #require(asked.transport.bodies.first)
  }

  @Test func `nothing is sent that was not asked for`() async throws {
    #expect(
      try await body(request())
        == #"{"model":"m","messages":[{"role":"user","content":"u"}],"stream":true,"stream_options":{"include_usage":true}}"#
    )
  }

  @Test(arguments: [
    (GenerationOptions(temperature: 0.5, maximumResponseTokens: 7), #""max_tokens":7,"temperature":0.5,"#),
    (GenerationOptions(samplingMode: .greedy, temperature: 0.5), #""temperature":0,"#),
    (GenerationOptions(samplingMode: .random(top: 40, seed: 3)), #""top_k":40,"seed":3,"#),
    (GenerationOptions(samplingMode: .random(top: 0)), #""top_k":1,"#),
    (
      GenerationOptions(samplingMode: .random(probabilityThreshold: 0.9, seed: .max)),
      #""top_p":0.9,"seed":18446744073709551615,"#
    ),
    (GenerationOptions(samplingMode: .random(probabilityThreshold: 1.5)), #""top_p":1,"#),
    (GenerationOptions(samplingMode: .random(probabilityThreshold: 0)), #""temperature":0,"#),
  ])
  func `options are written as servers take them`(options: GenerationOptions, written: String) async throws {
    #expect(try await body(request(options: options)).contains(#""u"}],\#(written)"stream""#))
  }

  @Test(arguments: [
    (ContextOptions.ReasoningLevel.light, "low"), (.moderate, "medium"), (.deep, "high"), (.custom("xhigh"), "xhigh"),
  ])
  func `a reasoning level is an effort`(level: ContextOptions.ReasoningLevel, word: String) async throws {
    let body = try await body(request(context: ContextOptions(reasoningLevel: level)))
    #expect(body.contains(#""reasoning_effort":"\#(word)""#))
  }

  @Test(
    arguments: [
      (nil, ""), (GenerationOptions.ToolCallingMode.allowed, ""), (.required, #","tool_choice":"required""#),
    ] as [(GenerationOptions.ToolCallingMode?, String)])
  func `tools are offered, and a choice is sent only where the model has none`(
    mode: GenerationOptions.ToolCallingMode?, choice: String
  ) async throws {
    let body = try await body(request(tools: [tool], options: GenerationOptions(toolCallingMode: mode)))
    #expect(body.contains(#""u"}],\#(toolJSON)\#(choice),"stream""#))
  }

  @Test(arguments: [(true, "true"), (false, "false")])
  func `several calls at once are asked for or refused`(parallel: Bool, word: String) async throws {
    let body = try await body(request(tools: [tool]), parallel: parallel)
    #expect(body.contains(#"\#(toolJSON),"parallel_tool_calls":\#(word),"#))
    #expect(try await !self.body(request(), parallel: parallel).contains("parallel"))
  }

  @Test func `a history with calls keeps its tools where none may be called`() async throws {
    let history = [instructions("i", tools: [tool]), prompt("a"), calls(("1", "f", "{}")), output("1", "o")]
    let body = try await body(request(history, options: GenerationOptions(toolCallingMode: .disallowed)))
    #expect(body.contains(#"\#(toolJSON),"tool_choice":"none","stream""#))
    let without = try await self.body(request([instructions("i", tools: [tool]), prompt("a")]))
    #expect(!without.contains("tool"))
  }

  @Test func `a schema is the format of the response`() async throws {
    let schema = try GenerationSchema(
      json: JSON(parsing: #"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}"#))
    let body = try JSON(parsing: try await body(request(schema: schema)))
    let format = try #require(body["response_format"])
    #expect(format["type"] == "json_schema")
    #expect(format["json_schema"]?["strict"] == true)
    #expect(format["json_schema"]?["schema"] == schema.structuredOutput.schema)
    #expect(body["messages"]?[0]?["content"] == "u")
  }

  @Test func `a schema stands in the prompt too where that is asked for`() async throws {
    let schema = try GenerationSchema(
      json: JSON(parsing: #"{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}"#))
    let body = try await body(request(schema: schema, context: ContextOptions(includeSchemaInPrompt: true)))
    let json = try JSON(parsing: body)
    #expect(json["messages"]?[0]?["content"]?.string == "u\n\n" + schema.promptText)
    #expect(json["response_format"] != nil)
  }

  @Test func `a root that is no object is wrapped, and the name is one that servers take`() async throws {
    let schema = try GenerationSchema(
      json: JSON(parsing: #"{"title":"List of <Names>","type":"array","items":{"type":"string"}}"#))
    let body = try JSON(parsing: try await body(request(schema: schema)))
    let format = try #require(body["response_format"]?["json_schema"])
    #expect(format["schema"]?["properties"]?["value"]?["type"] == "array")
    let name = try #require(format["name"]?.string)
    #expect(!name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
  }

  @Test(arguments: [
    (
      #"{"message":"Unsupported parameter: 'top_p' is not supported with this model.","param":"top_p","code":"unsupported_parameter"}"#,
      "top_p"
    ),
    (#"{"message":"Unrecognized request argument supplied: top_k"}"#, "top_k"),
    (#"{"message":"Unsupported parameter: 'seed'"}"#, "seed"),
    (#"{"message":"reasoning_effort is not supported"}"#, "reasoning_effort"),
    (#"{"message":"Unknown parameter: 'parallel_tool_calls'.","param":"parallel_tool_calls"}"#, "parallel_tool_calls"),
    (
      #"{"detail":[{"type":"extra_forbidden","loc":["body","messages",1,"assistant","reasoning_content"],"msg":"Extra inputs are not permitted"}]}"#,
      "reasoning_content"
    ),
  ])
  func `what a server refuses is left out, and of nothing else is there less`(refusal: String, name: String)
    async throws
  {
    let history = [prompt("a"), reasoning("hm"), calls(("1", "f", "{}")), output("1", "o")]
    var asked = request(
      history, tools: [tool],
      options: GenerationOptions(samplingMode: .random(probabilityThreshold: 0.5, seed: 1)),
      context: ContextOptions(reasoningLevel: .deep))
    if name == "top_k" { asked.generationOptions.samplingMode = .random(top: 2, seed: 1) }
    let body = refusal.hasPrefix(#"{"detail"#) ? refusal : #"{"error":\#(refusal)}"#
    let result = try await ask(.body(body, status: 400), .hello, request: asked) { $0.allowsParallelToolCalls = true }
    #expect(result.error == nil)
    let bodies = result.transport.bodies
    try #require(bodies.count == 2)
    #expect(bodies[0].contains(#""\#(name)":"#) && !bodies[1].contains(#""\#(name)":"#))
    #expect(bodies[0].utf8.count - bodies[1].utf8.count < 50)
  }
}

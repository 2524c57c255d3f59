import LanguageModels
import ScriptedModels
import Testing
import Transcripts

struct TurnTests {
  @Test func `a prompt and its answer are in the transcript and in the response`() async throws {
    let model = ScriptedLanguageModel(.text("Hel", "lo."))
    let session = LanguageModelSession(model: model, instructions: "Be brief.")
    let response = try await session.respond(
      to: "Hi", options: GenerationOptions(temperature: 0.5, maximumResponseTokens: 9))
    #expect(response.content == "Hello.")
    #expect(response.rawContent.json == "Hello.")
    #expect(response.transcriptEntries.lines == ["prompt Hi", "response Hello."])
    #expect(session.transcript.lines == ["instructions Be brief.", "prompt Hi", "response Hello."])
    guard case .prompt(let prompt) = session.transcript[1] else { return #expect(Bool(false)) }
    #expect(prompt.options == GenerationOptions(temperature: 0.5, maximumResponseTokens: 9))
    #expect(!session.isResponding)
  }

  @Test func `the model is sent the history with the instructions first and the prompt last`() async throws {
    let model = ScriptedLanguageModel(.text("one"), .text("two"))
    let session = LanguageModelSession(model: model, tools: [StubTool("look")], instructions: "Be brief.")
    try await session.respond(to: "first")
    try await session.respond(to: "second")
    let requests = model.recorder.requests
    #expect(
      requests[1].transcript.lines == ["instructions Be brief.", "prompt first", "response one", "prompt second"])
    #expect(requests[1].enabledToolDefinitions.map(\.name) == ["look"])
    #expect(requests[0].id != requests[1].id)
    // What was sent before is sent again as the same bytes, so that a server's cache holds.
    #expect(requests[1].transcript.prefix(2).map(\.json) == requests[0].transcript.map(\.json))
    #expect(Set(session.transcript.map(\.id)).count == session.transcript.count)
  }

  @Test func `a tool is named after its type, and one that stays out of the instructions is offered all the same`()
    async throws
  {
    struct Clock: Tool {
      struct Arguments: Generable {
        var zone: String
      }
      let description = "Tells the time."
      var includesSchemaInInstructions: Bool
      func call(arguments: Arguments) async throws -> String { "noon" }
    }
    for isNamed in [true, false] {
      let model = ScriptedLanguageModel(.text("Well."))
      try await LanguageModelSession(model: model, tools: [Clock(includesSchemaInInstructions: isNamed)])
        .respond(to: "Hi")
      let request = model.recorder.requests[0]
      #expect(request.enabledToolDefinitions.map(\.name) == ["Clock"])
      #expect(request.enabledToolDefinitions[0].parameters == Clock.Arguments.generationSchema.json)
      #expect(request.transcript.map(\.kind) == (isNamed ? [.instructions, .prompt] : [.prompt]))
    }
  }

  @Test func `tool calls are run and the model is asked again until it answers`() async throws {
    let model = ScriptedLanguageModel(
      .calls(.init("weather", #"{"city":"Oslo"}"#)), .calls(.init("clock")), .text("Cold, at noon."))
    let tools = [
      StubTool("weather") { "weather of \($0.json["city"]?.string ?? "")" }, StubTool("clock") { _ in "noon" },
    ]
    let session = LanguageModelSession(model: model, tools: tools)
    let response = try await session.respond(to: "How is it?")
    #expect(response.content == "Cold, at noon.")
    #expect(
      session.transcript.dropFirst().lines == [
        "prompt How is it?", #"toolCalls weather{"city":"Oslo"}"#, "toolOutput weather of Oslo", "toolCalls clock{}",
        "toolOutput noon", "response Cold, at noon.",
      ])
    #expect(model.recorder.requests.map { $0.transcript.last?.kind } == [.prompt, .toolOutput, .toolOutput])
  }

  @Test func `parallel calls run at the same time and their outputs stand in the order of the calls`() async throws {
    let (first, second) = (Gate(), Gate())
    let model = ScriptedLanguageModel(
      .calls(.init("slow", id: "1"), .init("fast", id: "2"), .init("slow", #"{"again":true}"#, id: "3")), .text("ok"))
    // The slow one waits for the fast one: one after the other they would never end.
    let slow = StubTool("slow") { arguments in
      try await first.wait()
      return arguments.json["again"] == nil ? "slow" : "slow again"
    }
    let fast = StubTool("fast") { _ in
      await first.arrival(of: 2)
      first.open()
      second.open()
      return "fast"
    }
    let session = LanguageModelSession(model: model, tools: [slow, fast])
    try await session.respond(to: "go")
    try await second.wait()
    let outputs = session.transcript.filter { $0.kind == .toolOutput }
    #expect(outputs.lines == ["toolOutput slow", "toolOutput fast", "toolOutput slow again"])
    #expect(outputs.map(\.id) == ["1", "2", "3"])
  }

  @Test func `reasoning, text and calls of one reply keep their order`() async throws {
    let model = ScriptedLanguageModel(
      .events(
        .reasoning(action: .appendText("hm")), .reasoning(action: .updateSignature("sealed")),
        .response(action: .appendText("Let me look.")),
        .toolCalls(action: .toolCall(id: "1", name: "look", action: .appendArguments("{\"a\""))),
        .reasoning(action: .appendText("and more")),
        .toolCalls(entryID: "late", action: .toolCall(id: "2", name: "look", action: .appendArguments("{}"))),
        .toolCalls(entryID: "entry-5", action: .updateMetadata(["k": "v"]))),
      .text("Found."))
    let session = LanguageModelSession(model: model, tools: [StubTool("look")])
    model.recorder.expectNoRequests()
    let response = try await session.respond(to: "go")
    #expect(response.content == "Found.")
    #expect(
      session.transcript.map(\.kind) == [
        .instructions, .prompt, .reasoning, .response, .toolCalls, .reasoning, .toolCalls, .toolOutput, .toolOutput,
        .response,
      ])
    guard case .reasoning(let reasoning) = session.transcript[2] else { return #expect(Bool(false)) }
    #expect(reasoning.signature == "sealed")
  }

  @Test func `a call to a tool that is not there gets an output that names those that are`() async throws {
    let model = ScriptedLanguageModel(.calls(.init("gone"), .init("look")), .text("Sorry."))
    let session = LanguageModelSession(model: model, tools: [StubTool("look"), StubTool("ask")])
    #expect(try await session.respond(to: "go").content == "Sorry.")
    #expect(
      session.transcript.filter { $0.kind == .toolOutput }.lines == [
        #"toolOutput There is no tool "gone". The tools are: ask, look."#, "toolOutput done",
      ])
  }

  @Test(arguments: ["{\"a\":", "not JSON"])
  func `arguments that are no JSON get an output that says so`(arguments: String) async throws {
    let model = ScriptedLanguageModel(.calls(.init("look", arguments)), .text("Sorry."))
    let tool = StubTool("look") { _ in throw Broken() }
    let session = LanguageModelSession(model: model, tools: [tool])
    #expect(try await session.respond(to: "go").content == "Sorry.")
    let output = try #require(session.transcript.first { $0.kind == .toolOutput })
    #expect([output].lines[0].contains("arguments"))
  }

  @Test func `an executor's entry ids are kept, and made unique where they come again`() async throws {
    let reply = ScriptedReply.events(.response(entryID: "answer", action: .appendText("x")))
    let session = LanguageModelSession(model: ScriptedLanguageModel(reply, reply))
    try await session.respond(to: "a")
    try await session.respond(to: "b")
    #expect(session.transcript.map(\.id) == ["entry-1", "answer", "entry-2", "answer-2"])
  }

  @Test func `an answer that says nothing is an empty string and no entry`() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(.events()))
    #expect(try await session.respond(to: "a").content == "")
    #expect(session.transcript.lines == ["prompt a"])
  }

  @Test func `usage is told of each response and summed in the session`() async throws {
    let model = ScriptedLanguageModel(
      .calls(.init("look")).costing(input: 100, cached: 40, output: 10, reasoning: 4),
      .text("a").costing(input: 120, cached: 100, output: 5),
      .text("b").costing(input: 1, output: 1))
    let session = LanguageModelSession(model: model, tools: [StubTool("look")])
    let usage = try await session.respond(to: "a").usage
    #expect(usage.input == .init(totalTokenCount: 220, cachedTokenCount: 140))
    #expect(usage.output == .init(totalTokenCount: 15, reasoningTokenCount: 4))
    #expect(try await session.respond(to: "b").usage.totalTokenCount == 2)
    #expect(session.usage.totalTokenCount == 237)
    #expect(session.usage.input.cachedShare == 140.0 / 221)
  }

  @Test func `a session goes on from a transcript as it stands`() async throws {
    let text = """
      {"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":[\
      {"id":"i","role":"instructions","new":1,"contents":[{"type":"text","id":"x","text":"Be brief."}]},\
      {"id":"p","role":"user","options":{},"contents":[{"type":"text","id":"y","text":"Hi","kept":true}]},\
      {"id":"r","role":"response","assets":[],"contents":[{"type":"text","id":"z","text":"Hello"}]}]}}
      """
    let before = try Transcript(json: try JSON(parsing: text))
    let model = ScriptedLanguageModel(.text("Bye"))
    let session = LanguageModelSession(model: model, transcript: before)
    #expect(session.transcript.json.text == before.json.text)
    try await session.respond(to: "Leave")
    #expect(model.recorder.requests[0].transcript.prefix(3).map(\.json) == before.map(\.json))
    #expect(session.wholeTranscript.lines == ["prompt Hi", "response Hello", "prompt Leave", "response Bye"])
  }

  @Test func `a session of a profile goes on from a history, with the profile's instructions`() async throws {
    let model = ScriptedLanguageModel(.text("Bye"))
    let old = Transcript.Instructions(id: "old", segments: [.text(.init(content: "Be long."))])
    let session = LanguageModelSession(
      profile: LanguageModelSession.Profile { Instructions("Be brief.") }.model(model),
      history: [.instructions(old), .prompt("Hi"), .response("Hello")])
    #expect(session.transcript.lines == ["instructions Be brief.", "prompt Hi", "response Hello"])
    try await session.respond(to: "Leave")
    #expect(
      model.recorder.requests[0].transcript.lines == [
        "instructions Be brief.", "prompt Hi", "response Hello", "prompt Leave",
      ])
  }

  @Test func `what a caller adds to a request reaches the executor and stays with the prompt`() async throws {
    let model = ScriptedLanguageModel(.calls(.init("look")), .text("ok"))
    let session = LanguageModelSession(model: model, tools: [StubTool("look")])
    try await session.respond(to: "go", metadata: ["user": "u-1", "retry": 2])
    #expect(model.recorder.requests.map { $0.metadata["user"]?.json } == ["u-1", "u-1"])
    #expect(model.recorder.requests.map { $0.metadata["retry"]?.json } == [2, 2])
    #expect(session.transcript[1].json["metadata"] == ["retry": 2, "user": "u-1"])
  }

  @Test func `a tool's output is whatever can stand in a prompt`() async throws {
    struct Forecast: Generable {
      var degrees: Int
    }
    struct Weather: Tool {
      struct Arguments: Generable {
        var days: Int
      }
      let description = "Foretells."
      func call(arguments: Arguments) async throws -> Prompt {
        Prompt {
          "Cold."
          (1...arguments.days).map { Forecast(degrees: -$0) }
        }
      }
    }
    let model = ScriptedLanguageModel(.calls(.init("Weather", #"{"days":2}"#)), .text("ok"))
    let session = LanguageModelSession(model: model, tools: [Weather()])
    try await session.respond(to: "go")
    #expect(session.transcript.lines[3] == #"toolOutput Cold.|{"degrees":-1}|{"degrees":-2}"#)
  }
}

extension ScriptRecorder {
  func expectNoRequests() { #expect(requests.isEmpty) }
}

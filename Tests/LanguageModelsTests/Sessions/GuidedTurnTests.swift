import LanguageModels
import ScriptedModels
import Testing
import Transcripts

struct Dish: Generable, Sendable, Equatable {
  var name: String
  var servings: Int

  static let guides = [Guide(\Dish.servings, .range(1...12))]
}

/// A type whose guide is on a property that is not there.
struct Mistaken: Generable, Sendable {
  var name: String

  static let guides = [Guide("nmae", .pattern("[a-z]+"))]
}

struct GuidedTurnTests {
  static let answer = #"{"name":"Soup","servings":4}"#

  @Test func `an answer that follows the schema is a value, and a structure in the transcript`() async throws {
    let model = ScriptedLanguageModel(.text(#"{"name":"So"#, #"up","servings":4}"#))
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: "Cook", generating: Dish.self)
    #expect(response.content == Dish(name: "Soup", servings: 4))
    #expect(response.rawContent.jsonString == Self.answer)
    let request = try #require(model.recorder.requests.first)
    #expect(request.schema == Dish.generationSchema)
    guard case .prompt(let prompt) = session.transcript[0], case .response(let answer) = session.transcript[1],
      case .structure(let structure)? = answer.segments.first
    else { return #expect(Bool(false)) }
    #expect(prompt.responseFormat?.schema == Dish.generationSchema.json)
    #expect(structure.source == Dish.generationSchema.name && structure.content.text == Self.answer)
    #expect(answer.segments.count == 1)
  }

  @Test func `tools are run before a value comes`() async throws {
    let model = ScriptedLanguageModel(.calls(.init("look")), .text(Self.answer))
    let session = LanguageModelSession(model: model, tools: [StubTool("look")])
    #expect(try await session.respond(to: "Cook", generating: Dish.self).content.servings == 4)
    #expect(model.recorder.requests.map(\.schema) == [Dish.generationSchema, Dish.generationSchema])
  }

  @Test func `content of a schema is what the model wrote`() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(.text(Self.answer)))
    let content = try await session.respond(to: "Cook", schema: Dish.generationSchema).content
    #expect(try content.value(Int.self, forProperty: "servings") == 4)
  }

  @Test(arguments: ["", "soup", #"{"name":"Soup"}"#, #"{"name":"Soup","servings":40}"#, #"{"name":"Soup","serv"#])
  func `an answer that does not follow the schema is an error, and stays where the policy keeps it`(
    answer: String
  ) async throws {
    for policy in [TranscriptErrorHandlingPolicy.revertTranscript, .preserveTranscript] {
      let session = LanguageModelSession(ScriptedLanguageModel(.text(answer)), policy: policy)
      let error = await failure { try await session.respond(to: "Cook", generating: Dish.self) }
      guard case .decodingFailure(let failure)? = error as? LanguageModelSession.Error else {
        Issue.record("found \(String(describing: error)), expected a decoding failure")
        continue
      }
      #expect(failure.schemaName == Dish.generationSchema.name)
      let kept = answer.isEmpty ? ["prompt Cook"] : ["prompt Cook", "response \(answer)"]
      #expect(session.transcript.lines == (policy == .revertTranscript ? [] : kept))
    }
  }

  @Test func `snapshots hold the parts that have come`() async throws {
    let gates = (0..<4).map { _ in Gate() }
    let model = ScriptedLanguageModel(
      StreamTests.paced(
        ["{", #""name":"So"#, #"up","serv"#, #"ings":4}"#].map { .response(action: .appendText($0)) }, gates))
    gates[0].open()
    let session = LanguageModelSession(model: model)
    var seen: [String] = []
    for try await snapshot in session.streamResponse(to: "Cook", generating: Dish.self) {
      let line = "\(snapshot.content.name ?? "-") \(snapshot.content.servings.map(String.init) ?? "-")"
      if seen.last != line { seen.append(line) }
      if line == "So -" { gates[1].open() }
      if line == "Soup -" { gates[2].open() }
      if line == "Soup 4" { gates[3].open() }
    }
    #expect(seen.suffix(3) == ["So -", "Soup -", "Soup 4"])
  }

  @Test func `a mistake in a type is thrown before anything is sent`() async throws {
    let model = ScriptedLanguageModel(.text("{}"))
    let session = LanguageModelSession(model: model)
    let error = await failure { try await session.respond(to: "go", generating: Mistaken.self) }
    #expect(error is GenerationSchema.SchemaError)
    #expect(model.recorder.requests.isEmpty)
    #expect(session.transcript.isEmpty)
  }

  @Test func `a model that follows no schema is told of it in the prompt where the caller asks for that`() async throws
  {
    let model = ScriptedLanguageModel(.text("Here it is:\n```json\n\(Self.answer)\n```"), capabilities: [])
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: "Cook", generating: Dish.self, includeSchemaInPrompt: true)
    #expect(response.content == Dish(name: "Soup", servings: 4))
    let request = try #require(model.recorder.requests.first)
    #expect(request.schema == nil)
    #expect(request.transcript.lines == ["prompt Cook|\(Dish.generationSchema.promptText)"])
    #expect(session.transcript.lines == ["prompt Cook", "response \(Self.answer)"])
  }

  @Test func `a string is asked for without a schema`() async throws {
    let model = ScriptedLanguageModel(.text("12"), capabilities: [])
    let session = LanguageModelSession(model: model)
    #expect(try await session.respond(to: "go", generating: String.self).content == "12")
    #expect(model.recorder.requests[0].schema == nil)
  }

  @Test func `a prompt may be written in a closure, whatever is asked for and however it is read`() async throws {
    let model = ScriptedLanguageModel { _, _ in .text(Self.answer) }
    let session = LanguageModelSession(model: model)
    let isHungry = true
    try await session.respond { if isHungry { "Cook" } }
    try await session.respond(generating: Dish.self) { if isHungry { "Cook" } }
    try await session.respond(schema: Dish.generationSchema) { if isHungry { "Cook" } }
    _ = try await session.streamResponse { if isHungry { "Cook" } }.collect()
    _ = try await session.streamResponse(generating: Dish.self) { if isHungry { "Cook" } }.collect()
    _ = try await session.streamResponse(schema: Dish.generationSchema) { if isHungry { "Cook" } }.collect()
    #expect(model.recorder.requests.map { $0.transcript.last?.segments.count } == [1, 1, 1, 1, 1, 1])
    #expect(model.recorder.requests.allSatisfy { $0.transcript.suffix(1).lines == ["prompt Cook"] })
    #expect(model.recorder.requests.map { $0.schema != nil } == [false, true, true, false, true, true])
  }
}

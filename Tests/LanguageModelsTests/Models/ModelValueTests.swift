import FoundationEssentials
import LanguageModels
import ScriptedModels
import Testing
import Transcripts

struct ModelValueTests {
  @Test(arguments: [
    GenerationOptions(), GenerationOptions(samplingMode: .greedy, temperature: 0.25, maximumResponseTokens: 12),
    GenerationOptions(samplingMode: .random(top: 40, seed: .max), toolCallingMode: .required),
    GenerationOptions(samplingMode: .random(probabilityThreshold: 0.9), toolCallingMode: .disallowed),
  ])
  func `options are read back from a prompt as they were written`(options: GenerationOptions) async throws {
    let session = LanguageModelSession(
      model: ScriptedLanguageModel(.text("x")), tools: [StubTool("look")])
    try await session.respond(to: "go", options: options)
    let stored = try Transcript(json: try JSON(parsing: session.transcript.json.text))
    guard case .prompt(let prompt) = stored[1] else { return #expect(Bool(false)) }
    #expect(prompt.options == options)
  }

  @Test(arguments: [
    ContextOptions(), ContextOptions(includeSchemaInPrompt: true, reasoningLevel: .light),
    ContextOptions(reasoningLevel: .moderate), ContextOptions(reasoningLevel: .custom("extreme")),
  ])
  func `context options are read back from a prompt as they were written`(options: ContextOptions) async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(.text("x")))
    try await session.respond(to: "go", contextOptions: options, metadata: ["trace": "7"])
    guard case .prompt(let prompt) = session.transcript[0] else { return #expect(Bool(false)) }
    #expect(prompt.contextOptions == options)
    #expect(prompt.metadata == ["trace": "7"])
  }

  @Test func `what a caller leaves open is the profile's to say`() async throws {
    let model = ScriptedLanguageModel(.text("x"), .text("y"))
    let profile = LanguageModelSession.Profile { Instructions("Be brief.") }.model(model)
      .temperature(0.1).maximumResponseTokens(7).reasoningLevel(.deep)
    let session = LanguageModelSession(profile: profile)
    try await session.respond(to: "a")
    try await session.respond(to: "b", options: GenerationOptions(temperature: 0.9))
    let requests = model.recorder.requests
    #expect(requests.map(\.generationOptions.temperature) == [0.1, 0.9])
    #expect(requests.map(\.generationOptions.maximumResponseTokens) == [7, 7])
    #expect(requests.map(\.contextOptions.reasoningLevel) == [.deep, .deep])
  }

  @Test func `a channel of one's own keeps the events that an executor sends`() async throws {
    let model = ScriptedLanguageModel(.text("a", "b"))
    let executor = try ScriptedExecutor(configuration: model.executorConfiguration)
    let channel = LanguageModelExecutorGenerationChannel()
    let request = LanguageModelExecutorGenerationRequest(id: UUID(), transcript: Transcript())
    try await executor.respond(to: request, model: model, streamingInto: channel)
    channel.finish()
    var events: [LanguageModelExecutorGenerationChannel.Event] = []
    for await event in channel { events.append(event) }
    #expect(events == [.response(action: .appendText("a")), .response(action: .appendText("b"))])
  }

  @Test func `a script that is used up says how long it was`() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(.text("x")))
    try await session.respond(to: "a")
    let error = await failure { try await session.respond(to: "b") }
    #expect(error as? ScriptError == .exhausted(replies: 1))
  }

  @Test func `every error of a model says which it is`() {
    let errors: [(LanguageModelError, String)] = [
      (.contextSizeExceeded(.init(contextSize: 10, tokenCount: 12)), "contextSizeExceeded"),
      (.rateLimited(.init()), "rateLimited"), (.guardrailViolation(.init()), "guardrailViolation"),
      (.refusal(.init(explanation: "no")), "refusal"),
      (.unsupportedCapability(.init(capability: .vision)), "unsupportedCapability"),
      (.unsupportedTranscriptContent(.init(entries: [])), "unsupportedTranscriptContent"),
      (.unsupportedGenerationGuide(.init(schemaName: "S")), "unsupportedGenerationGuide"),
      (.unsupportedLanguageOrLocale(.init(languageCode: "cy")), "unsupportedLanguageOrLocale"),
      (.timeout(.init(debugDescription: "after 30 s")), "timeout"),
    ]
    for (error, name) in errors { #expect(error.description.hasPrefix(name)) }
    #expect(errors[8].0.debugDescription == "timeout (after 30 s)")
  }
}

import LanguageModels
import ScriptedModels
import Testing
import Transcripts

struct RequestCheckTests {
  typealias Capability = LanguageModelCapabilities.Capability

  /// A request that needs one capability.
  static func ask(_ session: LanguageModelSession, for capability: Capability) async throws {
    switch capability {
    case .vision:
      try await session.respond(to: Prompt(segments: [.attachment(.init(type: "image"))]))
    case .toolCalling: try await session.respond(to: "go")
    case .reasoning: try await session.respond(to: "go", contextOptions: ContextOptions(reasoningLevel: .deep))
    case .guidedGeneration: try await session.respond(to: "go", schema: GeneratedContent.generationSchema)
    }
  }

  static func session(_ capabilities: LanguageModelCapabilities, _ capability: Capability) -> (
    LanguageModelSession, ScriptedLanguageModel
  ) {
    let model = ScriptedLanguageModel(.text("{}"), capabilities: capabilities)
    return (LanguageModelSession(model: model, tools: capability == .toolCalling ? [StubTool("look")] : []), model)
  }

  @Test(arguments: Capability.allCases)
  func `what a model does not declare is refused before anything is sent`(capability: Capability) async throws {
    let others = LanguageModelCapabilities(Capability.allCases.filter { $0 != capability })
    let (session, model) = Self.session(others, capability)
    let error = await failure { try await Self.ask(session, for: capability) }
    guard case .unsupportedCapability(let found)? = error as? LanguageModelError else {
      Issue.record("found \(String(describing: error)), expected unsupportedCapability")
      return
    }
    #expect(found.capability == capability)
    #expect(model.recorder.requests.isEmpty)
    #expect(session.transcript.allSatisfy { $0.kind == .instructions })
  }

  @Test(arguments: Capability.allCases)
  func `what a model declares is sent`(capability: Capability) async throws {
    let (session, model) = Self.session([capability], capability)
    try await Self.ask(session, for: capability)
    #expect(model.recorder.requests.count == 1)
  }

  @Test func `tools that are disallowed need no capability`() async throws {
    let (session, _) = Self.session([], .toolCalling)
    try await session.respond(to: "go", options: GenerationOptions(toolCallingMode: .disallowed))
  }

  @Test func `attachments of earlier turns are content that the model cannot take`() async throws {
    let model = ScriptedLanguageModel(.text("x"), capabilities: [])
    let image = Transcript.Prompt(id: "p", segments: [.attachment(.init(type: "image"))])
    let history = Transcript(entries: [.prompt(image), .prompt(.init(id: "q", segments: []))])
    let session = LanguageModelSession(model: model, transcript: history)
    let error = await failure { try await session.respond(to: "go") }
    guard case .unsupportedTranscriptContent(let found)? = error as? LanguageModelError else {
      return #expect(Bool(false))
    }
    #expect(found.entries.map(\.id) == ["p"])
    #expect(model.recorder.requests.isEmpty)
  }

  /// A model with a context of ten entries, each of which costs one token.
  static func small() -> ScriptedLanguageModel {
    ScriptedLanguageModel(contextSize: 6, tokenCount: { $0.count }) { _, _ in .text("x") }
  }

  @Test func `a request that leaves no room for an answer is refused before it is sent`() async throws {
    let model = Self.small()
    let session = LanguageModelSession(model: model, instructions: "Be brief.")
    try await session.respond(to: "a")
    try await session.respond(to: "b")
    let error = await failure { try await session.respond(to: "c") }
    guard case .contextSizeExceeded(let found)? = error as? LanguageModelError else { return #expect(Bool(false)) }
    #expect(found.contextSize == 6 && found.tokenCount == 6)
    #expect(model.recorder.requests.count == 2)
    #expect(session.transcript.count == 5)
  }

  @Test func `what a transform leaves out does not count`() async throws {
    let model = Self.small()
    let profile = LanguageModelSession.Profile { Instructions("Be brief.") }.model(model)
      .historyTransform { $0.suffix(2) }
    let session = LanguageModelSession(profile: profile)
    for prompt in ["a", "b", "c", "d"] { try await session.respond(to: prompt) }
    #expect(model.recorder.requests.last?.transcript.lines == ["instructions Be brief.", "response x", "prompt d"])
    #expect(session.transcript.count == 9)
  }

  @Test func `a round of tools that outgrows the context ends the turn`() async throws {
    let model = ScriptedLanguageModel(contextSize: 4, tokenCount: { $0.count }) { _, index in
      .calls(.init("look", id: "\(index)"))
    }
    let session = LanguageModelSession(model: model, tools: [StubTool("look")])
    let error = await failure { try await session.respond(to: "a") }
    guard case .contextSizeExceeded? = error as? LanguageModelError else { return #expect(Bool(false)) }
    #expect(model.recorder.requests.count == 1)
  }

  @Test func `a model that is not available is not asked`() async throws {
    var model = ScriptedLanguageModel(.text("x"))
    model.availability = .unavailable(.modelNotReady)
    #expect(!model.isAvailable)
    let session = LanguageModelSession(model: model)
    let error = await failure { try await session.respond(to: "go") }
    guard case .modelUnavailable(.modelNotReady)? = error as? LanguageModelSession.Error else {
      return #expect(Bool(false))
    }
    #expect(model.recorder.requests.isEmpty)
  }
}

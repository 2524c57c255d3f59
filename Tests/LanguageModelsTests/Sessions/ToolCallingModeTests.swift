import LanguageModels
import ScriptedModels
import Testing
import Transcripts

struct ToolCallingModeTests {
  static func options(_ mode: GenerationOptions.ToolCallingMode) -> GenerationOptions {
    GenerationOptions(toolCallingMode: mode)
  }

  /// A model that calls a tool whenever it is asked, for ever.
  static func insistent() -> ScriptedLanguageModel {
    ScriptedLanguageModel { _, index in .calls(.init("look", id: "call-\(index)")) }
  }

  @Test func `under allowed the tools are offered and the model decides`() async throws {
    let model = ScriptedLanguageModel(.text("no need"))
    let session = LanguageModelSession(model: model, tools: [StubTool("look")])
    try await session.respond(to: "go", options: Self.options(.allowed))
    #expect(model.recorder.requests[0].enabledToolDefinitions.count == 1)
  }

  @Test func `under disallowed no tool is offered, and none is run although the model calls it`() async throws {
    let model = ScriptedLanguageModel(.calls(.init("look")), .text("as you like"))
    let session = LanguageModelSession(model: model, tools: [StubTool("look") { _ in throw Broken() }])
    let response = try await session.respond(to: "go", options: Self.options(.disallowed))
    #expect(response.content == "as you like")
    #expect(model.recorder.requests.allSatisfy { $0.enabledToolDefinitions.isEmpty })
    #expect(session.transcript.lines.contains("toolOutput Tools must not be called now. Answer without them."))
    // The instructions still name it: their bytes are the same under every mode.
    guard case .instructions(let instructions)? = model.recorder.requests[0].transcript.first else {
      return #expect(Bool(false))
    }
    #expect(instructions.toolDefinitions.count == 1)
  }

  @Test func `a loop under required ends at the limit of rounds`() async throws {
    let model = Self.insistent()
    let session = LanguageModelSession(model: model, tools: [StubTool("look")], maximumToolRounds: 3)
    let error = await failure { try await session.respond(to: "go", options: Self.options(.required)) }
    guard case .tooManyToolRounds(limit: 3)? = error as? LanguageModelSession.Error else {
      Issue.record("found \(String(describing: error)), expected tooManyToolRounds")
      return
    }
    #expect(model.recorder.requests.count == 4)
    #expect(model.recorder.requests.allSatisfy { $0.generationOptions.toolCallingMode == .required })
    #expect(!session.isResponding)
  }

  @Test func `without rounds a call is no answer, and the model is not asked again`() async throws {
    let model = Self.insistent()
    let session = LanguageModelSession(model: model, maximumToolRounds: 0)
    let error = await failure { try await session.respond(to: "go") }
    guard case .tooManyToolRounds(limit: 0)? = error as? LanguageModelSession.Error else {
      Issue.record("found \(String(describing: error)), expected tooManyToolRounds")
      return
    }
    #expect(model.recorder.requests.count == 1)
  }

  @Test func `a tool that throws a cancellation is the way out of required`() async throws {
    let session = LanguageModelSession(
      Self.insistent(), tools: [StubTool("look") { _ in throw CancellationError() }], policy: .preserveTranscript)
    let error = await failure { try await session.respond(to: "go", options: Self.options(.required)) }
    #expect(error is CancellationError)
    #expect(session.transcript.map(\.kind) == [.instructions, .prompt, .toolCalls, .toolOutput])
  }

  @Test func `a profile that switches the mode ends a loop under required`() async throws {
    struct Switching: LanguageModelSession.DynamicProfile {
      let model: ScriptedLanguageModel
      @SessionProperty(\.history) var history

      var body: some DynamicProfile {
        if history.contains(where: { $0.kind == .toolOutput }) {
          Profile { StubTool("look") }.model(model).toolCallingMode(.disallowed)
        } else {
          Profile { StubTool("look") }.model(model).toolCallingMode(.required)
        }
      }
    }
    let model = ScriptedLanguageModel { request, _ in
      request.generationOptions.toolCallingMode == .required ? .calls(.init("look")) : .text("done")
    }
    let session = LanguageModelSession(profile: Switching(model: model))
    #expect(try await session.respond(to: "go").content == "done")
    #expect(model.recorder.requests.map(\.generationOptions.toolCallingMode) == [.required, .disallowed])
  }

  @Test func `required without tools is an error before anything is sent`() async throws {
    let model = ScriptedLanguageModel(.text("x"))
    let session = LanguageModelSession(model: model)
    let error = await failure { try await session.respond(to: "go", options: Self.options(.required)) }
    guard case .noToolsToRequire? = error as? LanguageModelSession.Error else { return #expect(Bool(false)) }
    #expect(model.recorder.requests.isEmpty)
  }
}

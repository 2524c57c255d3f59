import LanguageModels
import Testing
import Transcripts

@Suite struct DynamicProfileTests {
  typealias Profile = LanguageModelSession.Profile

  private func name(of profile: ResolvedProfile) -> String? { (profile.model as? NamedModel)?.name }

  @Test func `a profile without a model is an error that says what is missing`() {
    let error = #expect(throws: ProfileError.self) {
      try Profile { "Hello." }.temperature(1).resolve(in: SessionPropertyValues())
    }
    #expect(error == .noModel)
    #expect(error.map(\.description)?.contains(".model(") == true)
  }

  @Test func `every modifier reaches the resolved profile`() throws {
    let resolved = try Profile { "Hello." }
      .model(NamedModel(name: "small"))
      .temperature(0.5)
      .samplingMode(.greedy)
      .maximumResponseTokens(100)
      .reasoningLevel(.deep)
      .toolCallingMode(.required)
      .transcriptErrorHandlingPolicy(.preserveTranscript)
      .resolve(in: SessionPropertyValues())
    #expect(name(of: resolved) == "small")
    #expect(resolved.options.temperature == 0.5)
    #expect(resolved.options.samplingMode == .greedy)
    #expect(resolved.options.maximumResponseTokens == 100)
    #expect(resolved.contextOptions.reasoningLevel == .deep)
    #expect(resolved.options.toolCallingMode == .required)
    #expect(resolved.transcriptErrorHandlingPolicy == .preserveTranscript)
    #expect(resolved.instructions.text == "Hello.")
  }

  @Test(arguments: ["small", "large"])
  func `a model that is chosen when the program runs is as good as one whose type is known`(choice: String) throws {
    let models: [String: any LanguageModel] = ["small": NamedModel(name: "s"), "large": NamedModel(name: "l")]
    let resolved = try Profile {}.model(try #require(models[choice])).resolve(in: SessionPropertyValues())
    #expect(name(of: resolved) == String(choice.prefix(1)))
  }

  @Test func `what no modifier sets is left open, and a failed turn is undone`() throws {
    let resolved = try Profile {}.model(NamedModel(name: "m")).resolve(in: SessionPropertyValues())
    #expect(resolved.options == GenerationOptions())
    #expect(resolved.contextOptions == ContextOptions())
    #expect(resolved.transcriptErrorHandlingPolicy == .revertTranscript)
    #expect(resolved.historyTransforms.isEmpty)
  }

  @Test func `a value nearer to the profile replaces one further out, and nil replaces nothing`() throws {
    let resolved = try Profile {}
      .maximumResponseTokens(nil)
      .temperature(0.1)
      .model(NamedModel(name: "inner"))
      .temperature(0.9)
      .maximumResponseTokens(50)
      .model(NamedModel(name: "outer"))
      .resolve(in: SessionPropertyValues())
    #expect(resolved.options.temperature == 0.1)
    #expect(resolved.options.maximumResponseTokens == 50)
    #expect(name(of: resolved) == "inner")
  }

  @Test func `of several history transforms the one written last runs first`() async throws {
    let profile = Profile {}
      .historyTransform { $0 + [.prompt("written first")] }
      .historyTransform { $0 + [.prompt("written second")] }
      .historyTransform { $0 + [.prompt("written last")] }
      .model(NamedModel(name: "m"))
    let history = try await profile.resolve(in: SessionPropertyValues()).transformed([])
    #expect(history.map(\.id) == ["written last", "written second", "written first"])
  }

  private struct Marking: LanguageModelSession.DynamicProfileModifier {
    let name: String

    func body(content: Content) -> some DynamicProfile {
      content
        .historyTransform { $0 + [.prompt("\(name) inner")] }
        .historyTransform { $0 + [.prompt("\(name) outer")] }
    }
  }

  @Test func `modifiers of one's own run outside-in like the built-in ones`() async throws {
    let profile = Profile {}
      .modifier(Marking(name: "first"))
      .historyTransform { $0 + [.prompt("between")] }
      .modifier(Marking(name: "last"))
      .model(NamedModel(name: "m"))
    let history = try await profile.resolve(in: SessionPropertyValues()).transformed([])
    #expect(history.map(\.id) == ["last outer", "last inner", "between", "first outer", "first inner"])
  }

  @Test func `of several hooks the one written last runs first`() async throws {
    let notes = Notes()
    let resolved = try Profile {}
      .onPrompt { prompt in notes.add("prompt \(prompt.id ?? ""), written first") }
      .onPrompt { notes.add("prompt, written last") }
      .onResponse { response in notes.add("response \(response.id ?? "")") }
      .onResponse { notes.add("response") }
      .onToolCall { call in notes.add("call \(call.id ?? "")") }
      .onToolCall { notes.add("call") }
      .onToolOutput { output in notes.add("output \(output.id ?? "")") }
      .onToolOutput { notes.add("output") }
      .model(NamedModel(name: "m"))
      .resolve(in: SessionPropertyValues())
    for hook in resolved.hooks.onPrompt { try await hook(Transcript.Prompt(id: "p", segments: [])) }
    for hook in resolved.hooks.onToolCall {
      try await hook(Transcript.ToolCall(id: "c", toolName: "t", arguments: "{}"))
    }
    for hook in resolved.hooks.onToolOutput {
      try await hook(Transcript.ToolOutput(id: "o", toolName: "t", segments: []))
    }
    for hook in resolved.hooks.onResponse { try await hook(Transcript.Response(id: "r", segments: [])) }
    #expect(
      notes.all == [
        "prompt, written last", "prompt p, written first", "call", "call c", "output", "output o", "response",
        "response r",
      ])
  }

  private struct Endless: LanguageModelSession.DynamicProfile {
    var body: LanguageModelSession.AnyDynamicProfile { LanguageModelSession.AnyDynamicProfile(self) }
  }

  @Test func `a profile that contains itself is an error`() {
    #expect(throws: ProfileError.self) { try Endless().resolve(in: SessionPropertyValues()) }
  }

  private struct Inert: Error {}

  @Test func `a chain is checked as a whole when it is resolved, in the order in which it applies`() throws {
    let check: @Sendable ([any Sendable]) throws -> Void = { traits in
      if traits.compactMap({ $0 as? String }) == ["window", "summary"] { throw Inert() }
    }
    let model = NamedModel(name: "m")
    #expect(throws: Inert.self) {
      try Profile {}.declaring("summary", check: check).declaring("window", check: check).model(model)
        .resolve(in: SessionPropertyValues())
    }
    _ = try Profile {}.declaring("window", check: check).declaring("summary", check: check).model(model)
      .resolve(in: SessionPropertyValues())
  }
}

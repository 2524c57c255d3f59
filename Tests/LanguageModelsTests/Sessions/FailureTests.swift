import LanguageModels
import ScriptedModels
import Testing
import Transcripts

/// A point of a turn at which something goes wrong.
struct FailurePoint: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// What the model does in the turn; the step is what goes wrong there.
  var replies: @Sendable (ScriptedReply.Step) -> [ScriptedReply]
  /// What goes wrong in the tool, if it is there that it does.
  var inTool = false
  /// What stays of the turn where the transcript is preserved.
  var preserved: [String]

  static let all: [FailurePoint] = [
    FailurePoint(
      testDescription: "before the first event", replies: { [ScriptedReply([$0])] }, preserved: ["prompt go"]),
    FailurePoint(
      testDescription: "in the middle of reasoning",
      replies: { [ScriptedReply([.send(.reasoning(action: .appendText("hm"))), $0])] }, preserved: ["prompt go"]),
    FailurePoint(
      testDescription: "in the middle of text",
      replies: {
        [
          ScriptedReply([
            .send(.reasoning(action: .appendText("hm"))), .send(.response(action: .appendText("Half an ans"))), $0,
          ])
        ]
      }, preserved: ["prompt go", "reasoning hm", "response Half an ans"]),
    FailurePoint(
      testDescription: "in the arguments of a call",
      replies: {
        [
          ScriptedReply([
            .send(.response(action: .appendText("Let me look."))),
            .send(.toolCalls(action: .toolCall(id: "1", name: "look", action: .appendArguments("{\"a\"")))), $0,
          ])
        ]
      }, preserved: ["prompt go", "response Let me look."]),
    FailurePoint(
      testDescription: "while tools run",
      replies: { _ in [.calls(.init("look"), .init("other"))] }, inTool: true,
      preserved: ["prompt go", "toolCalls look{} other{}", "toolOutput The tool failed.", "toolOutput done"]),
    FailurePoint(
      testDescription: "between rounds", replies: { [.calls(.init("other")), ScriptedReply([$0])] },
      preserved: ["prompt go", "toolCalls other{}", "toolOutput done"]),
  ]
}

struct FailureTests {
  @Test(arguments: FailurePoint.all, [TranscriptErrorHandlingPolicy.revertTranscript, .preserveTranscript])
  func `an error at any point leaves what the policy says, and the session can go on`(
    point: FailurePoint, policy: TranscriptErrorHandlingPolicy
  ) async throws {
    let model = ScriptedLanguageModel(
      replies: [.text("Hello.")] + point.replies(.fail(Broken())) + [.text("Better.")])
    // The other tool ends before the first one fails, or it would be cancelled or not by chance.
    let otherIsDone = Gate()
    let look = StubTool("look") { _ in
      try await otherIsDone.wait()
      throw Broken()
    }
    let other = StubTool("other") { _ in
      defer { otherIsDone.open() }
      return "done"
    }
    let session = LanguageModelSession(model, tools: [look, other], policy: policy)
    try await session.respond(to: "hi")
    let before = session.transcript
    let error = await failure { try await session.respond(to: "go") }
    if point.inTool {
      let toolError = try #require(error as? LanguageModelSession.ToolCallError)
      #expect(toolError.tool.name == "look" && toolError.underlyingError is Broken)
      #expect(toolError.description == "the tool look threw Broken")
    } else {
      #expect(error is Broken)
    }
    #expect(!session.isResponding)
    if policy == .revertTranscript {
      #expect(session.transcript == before)
      #expect(session.wholeTranscript.lines == ["prompt hi", "response Hello."])
    } else {
      #expect(session.transcript.dropFirst(3).lines == point.preserved)
      #expect(session.wholeTranscript.dropFirst(2).lines == point.preserved)
    }
    #expect(try await session.respond(to: "again").content == "Better.")
  }

  @Test(arguments: FailurePoint.all, [TranscriptErrorHandlingPolicy.revertTranscript, .preserveTranscript])
  func `a cancellation at any point leaves what the policy says, and the session can go on`(
    point: FailurePoint, policy: TranscriptErrorHandlingPolicy
  ) async throws {
    let reached = Gate()
    let model = ScriptedLanguageModel(
      replies: [.text("Hello.")] + point.replies(.perform { try await reached.wait() }) + [.text("Better.")])
    let otherIsDone = Gate()
    let look = StubTool("look") { _ in
      try await otherIsDone.wait()
      try await reached.wait()
      return "never"
    }
    let other = StubTool("other") { _ in
      defer { otherIsDone.open() }
      return "done"
    }
    let session = LanguageModelSession(model, tools: [look, other], policy: policy)
    try await session.respond(to: "hi")
    let before = session.transcript
    let task = Task { try await session.respond(to: "go") }
    await reached.arrival()
    #expect(session.isResponding)
    task.cancel()
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(!session.isResponding)
    if policy == .revertTranscript {
      #expect(session.transcript == before)
    } else {
      #expect(session.transcript.dropFirst(3).lines == point.preserved)
    }
    #expect(try await session.respond(to: "again").content == "Better.")
  }

  @Test func `an executor that ends quietly when it is cancelled has not answered`() async throws {
    let reached = Gate()
    let model = ScriptedLanguageModel(
      .steps(.send(.response(action: .appendText("Half"))), .perform { try? await reached.wait() }))
    let session = LanguageModelSession(model: model)
    let task = Task { try await session.respond(to: "go") }
    await reached.arrival()
    task.cancel()
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(session.transcript.isEmpty)
  }

  @Test func `a turn that breaks off marks what was said as incomplete`() async throws {
    let model = ScriptedLanguageModel(.steps(.send(.response(action: .appendText("Half"))), .fail(Broken())))
    let session = LanguageModelSession(model, policy: .preserveTranscript)
    _ = await failure { try await session.respond(to: "go") }
    guard case .response(let response)? = session.transcript.last else { return #expect(Bool(false)) }
    #expect(response.metadata == ["incomplete": true])
  }

  @Test func `a prompt that stays keeps its options and the format of its answer`() async throws {
    struct City: Generable {
      var name: String
    }
    let session = LanguageModelSession(ScriptedLanguageModel(.failure(Broken())), policy: .preserveTranscript)
    let options = GenerationOptions(temperature: 0.5, maximumResponseTokens: 9)
    _ = await failure { try await session.respond(to: "Where?", generating: City.self, options: options) }
    guard case .prompt(let prompt)? = session.transcript.last else {
      Issue.record("found \(session.transcript.lines), expected a prompt")
      return
    }
    #expect(prompt.options == options)
    #expect(prompt.responseFormat?.schema == City.generationSchema.json)
  }

  @Test func `what a failed turn cost is not forgotten`() async throws {
    let broken = ScriptedReply.text("Half").costing(input: 10, output: 2)
    let model = ScriptedLanguageModel(replies: [ScriptedReply(broken.steps + [.fail(Broken())])])
    let session = LanguageModelSession(model: model)
    _ = await failure { try await session.respond(to: "go") }
    #expect(session.usage.totalTokenCount == 12)
  }

  @Test func `one tool that throws cancels the others and is the one that is named`() async throws {
    let started = Gate()
    let waiting = StubTool("waiting") { _ in
      try await started.wait()
      return "never"
    }
    let broken = StubTool("broken") { _ in
      await started.arrival()
      throw Broken()
    }
    let model = ScriptedLanguageModel(.calls(.init("waiting"), .init("broken")))
    let session = LanguageModelSession(model: model, tools: [waiting, broken])
    let error = await failure { try await session.respond(to: "go") }
    #expect((error as? LanguageModelSession.ToolCallError)?.tool.name == "broken")
  }

  @Test func `a hook that throws ends the turn with its error and leaves no call unanswered`() async throws {
    let model = ScriptedLanguageModel(.calls(.init("look"), .init("look", id: "2")), .text("Better."))
    let profile = LanguageModelSession.Profile { StubTool("look") }.model(model)
      .onToolCall { call in if call.id == "2" { throw Broken() } }
      .transcriptErrorHandlingPolicy(.preserveTranscript)
    let session = LanguageModelSession(profile: profile)
    let error = await failure { try await session.respond(to: "go") }
    #expect(error is Broken)
    #expect(
      session.transcript.dropFirst().lines == [
        "prompt go", "toolCalls look{} look{}", "toolOutput The call was not run.", "toolOutput The call was not run.",
      ])
    #expect(try await session.respond(to: "again").content == "Better.")
  }

  @Test func `no error's description holds what was said`() async throws {
    let said = "what the user said"
    let errors: [any Error] = [
      LanguageModelSession.ToolCallError(tool: StubTool("look"), underlyingError: Broken()),
      LanguageModelSession.Error.decodingFailure(.init(schemaName: "Recipe", underlyingError: Broken())),
      LanguageModelError.refusal(.init(explanation: said)),
      LanguageModelError.unsupportedTranscriptContent(
        .init(entries: [.prompt(Transcript.Prompt(id: "p", segments: [.text(.init(content: said))]))])),
    ]
    for error in errors { #expect(!"\(error)".contains(said)) }
  }
}

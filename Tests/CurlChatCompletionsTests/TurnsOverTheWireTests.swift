import ChatCompletions
import CurlChatCompletions
import FoundationEssentials
import LanguageModels
import ScriptedModels
import Synchronization
import Testing
import Transcripts

@testable import OfflineModel

/// Turns of a session with a server: tools, hooks, errors and cancellation at each point.
@Suite struct TurnsOverTheWireTests {
  private static let question = "My order 4471 of two lamps came to Leeds with one of them broken in its box."
  private static let paris = #"Please get_weather {"city":"Paris"}"#

  private struct Broken: Error {}

  /// A tool that does what a test says.
  private struct Stub: LanguageModels.Tool {
    struct Arguments: Generable {
      var city: String
    }

    var name = "get_weather"
    let description = "Finds what is asked for of a city."
    var action: @Sendable (String) async throws -> String

    func call(arguments: Arguments) async throws -> String { try await action(arguments.city) }
  }

  @Test func `reasoning, parallel calls and text come from one stream`() async throws {
    try await withServer(fault: "think-tags") { model, _ in
      let (both, time) = (Gate(), Gate())
      // Each waits for the other: one after the other they would never end.
      let weather = Stub { city in
        time.open()
        try await both.wait()
        return "Rain in \(city)."
      }
      let clock = Stub(name: "get_time") { city in
        both.open()
        try await time.wait()
        return "Noon in \(city)."
      }
      let session = LanguageModelSession(model: model, tools: [weather, clock])
      let response = try await session.respond(to: #"get_time {"city":"Rome"} and get_weather {"city":"Paris"}"#)
      #expect(response.content == "Noon in Rome.\nRain in Paris.")
      #expect(
        session.transcript.map(\.kind) == [
          .instructions, .prompt, .toolCalls, .reasoning, .toolOutput, .toolOutput, .reasoning, .response,
        ])
    }
  }

  @Test func `a second request while one runs is refused and does the first no harm`() async throws {
    try await withServer { model, server in
      let gate = Gate()
      let tool = Stub { city in
        try await gate.wait()
        return "Rain in \(city)."
      }
      let session = LanguageModelSession(model: model, tools: [tool])
      async let first = session.respond(to: Self.paris)
      await gate.arrival()
      let error = await failure { try await session.respond(to: "second") }
      guard case .concurrentRequests? = error as? LanguageModelSession.Error else {
        Issue.record("found \(String(describing: error)), expected concurrentRequests")
        return
      }
      gate.open()
      let answer = try await first.content
      #expect(answer == "Rain in Paris.")
      #expect(session.transcript.count { $0.kind == .prompt } == 1)
    }
  }

  @Test func `a tool that throws ends the turn, and the session can be asked again`() async throws {
    try await withServer { model, _ in
      let session = LanguageModelSession(model: model, tools: [Stub { _ in throw Broken() }])
      let error = await failure { try await session.respond(to: Self.paris) }
      #expect((error as? LanguageModelSession.ToolCallError)?.underlyingError is Broken)
      #expect(session.transcript.allSatisfy { $0.kind == .instructions })
      let next = try await session.respond(to: Self.question).content
      #expect(next.contains("4471"))
    }
  }

  @Test(arguments: ["activate", "prompt", "toolCall", "toolOutput", "response"])
  func `a hook that throws ends the turn with its error`(hook: String) async throws {
    try await withServer { model, _ in
      let isBroken = Mutex(true)
      let fail: @Sendable (String) throws -> Void = { name in
        if name == hook, isBroken.withLock({ $0 }) { throw Broken() }
      }
      let profile = LanguageModelSession.Profile { Stub { "Rain in \($0)." } }.model(model)
        .onActivate { try fail("activate") }
        .onPrompt { _ in try fail("prompt") }
        .onToolCall { _ in try fail("toolCall") }
        .onToolOutput { _ in try fail("toolOutput") }
        .onResponse { _ in try fail("response") }
      let session = LanguageModelSession(profile: profile)
      #expect(await failure { try await session.respond(to: Self.paris) } is Broken)
      #expect(session.transcript.allSatisfy { $0.kind == .instructions })
      isBroken.withLock { $0 = false }
      let next = try await session.respond(to: Self.paris).content
      #expect(next == "Rain in Paris.")
    }
  }

  /// Opens a gate's way when a request is about to be sent.
  private final class Sending: AttemptObserver {
    let gate = Gate()

    func attemptWillBegin(_ attempt: Attempt) async throws {
      gate.open()
      try await gate.wait()
    }

    func attemptDidEnd(_ attempt: Attempt, _ outcome: AttemptOutcome) async {}
  }

  @Test func `cancelling before the first piece ends the request`() async throws {
    try await withServer(fault: "stall") { model, _ in
      var model = model
      let sending = Sending()
      model.observer = sending
      let session = LanguageModelSession(model: model)
      let task = Task { try await session.respond(to: Self.question) }
      await sending.gate.arrival()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(!session.isResponding && session.transcript.isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `cancelling while tools run, and between rounds, ends the turn`(inTool: Bool) async throws {
    try await withServer { model, _ in
      let gate = Gate()
      let tool = Stub { city in
        if inTool { try await gate.wait() }
        return "Rain in \(city)."
      }
      let profile = LanguageModelSession.Profile { tool }.model(model)
        .onToolOutput { _ in if !inTool { try await gate.wait() } }
      let session = LanguageModelSession(profile: profile)
      let task = Task { try await session.respond(to: Self.paris) }
      await gate.arrival()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(session.transcript.allSatisfy { $0.kind == .instructions })
      gate.open()
      let next = try await session.respond(to: Self.paris).content
      #expect(next == "Rain in Paris.")
    }
  }

  @Test(arguments: [TranscriptErrorHandlingPolicy.revertTranscript, .preserveTranscript])
  func `a server that fails between the rounds leaves what the policy says`(
    policy: TranscriptErrorHandlingPolicy
  ) async throws {
    var options = OfflineModelOptions()
    // Struck is the second request and not the first, nor the third.
    let rule = try FaultRule("bad-json,share=0.5")
    options.faults = [rule]
    options.seed = try #require(
      (0..<1_000).first { seed in
        !rule.strikes(1, seed: seed) && rule.strikes(2, seed: seed) && !rule.strikes(3, seed: seed)
          && !rule.strikes(4, seed: seed)
      })
    try await withServer(options) { model, _ in
      // Long enough for something to come before the fault, after which nothing is asked for again.
      let weather = "It rains, and all the streets of the city are wet from early in the morning until late at night."
      let session = LanguageModelSession(model: model, tools: [Stub { _ in weather }])
      session.transcriptErrorHandlingPolicy = policy
      #expect(await failure { try await session.respond(to: Self.paris) } is RequestError)
      #expect(
        session.transcript.dropFirst().map(\.kind)
          == (policy == .revertTranscript ? [] : [.prompt, .toolCalls, .toolOutput, .response]))
      // What stays is a history that the server goes on from.
      let next = try await session.respond(to: Self.paris).content
      #expect(next == weather)
    }
  }

  @Test func `a loop under required ends where the tool says so`() async throws {
    try await withServer { model, _ in
      let rounds = Mutex(0)
      let tool = Stub { _ in
        let round = rounds.withLock { rounds in
          rounds += 1
          return rounds
        }
        if round == 3 { throw CancellationError() }
        return "again"
      }
      let session = LanguageModelSession(model: model, tools: [tool])
      let options = GenerationOptions(toolCallingMode: .required)
      #expect(await failure { try await session.respond(to: Self.paris, options: options) } is CancellationError)
      #expect(rounds.withLock { $0 } == 3)
    }
  }

  @Test func `the count of the input is what the server says it was, and what cannot fit is not sent`() async throws {
    try await withServer { model, server in
      let counting = model.countingTokens()
      let session = LanguageModelSession(model: counting, instructions: "Answer.")
      for prompt in [Self.question, "And now?"] {
        let usage = try await session.respond(to: prompt).usage
        let sent = Array(session.transcript.dropLast())
        let count = try await counting.tokenCount(for: sent)
        #expect(count == usage.input.totalTokenCount)
      }
      let small = ChatCompletionsLanguageModel(
        name: "extractive", url: try #require(URL(string: server.url)), contextSize: 64, transport: .curl
      ).countingTokens()
      let error = await failure {
        try await LanguageModelSession(model: small).respond(to: String(repeating: Self.question, count: 9))
      }
      guard case .contextSizeExceeded(let size)? = error as? LanguageModelError else {
        Issue.record("found \(String(describing: error)), expected contextSizeExceeded")
        return
      }
      // The server's own context is larger: it was not asked.
      #expect(size.contextSize == 64)
    }
  }
}

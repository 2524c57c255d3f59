import LanguageModels
import ScriptedModels
import Testing
import Transcripts

struct ConcurrencyTests {
  /// A session whose first answer waits at a gate after it began.
  static func waiting() -> (session: LanguageModelSession, gate: Gate, model: ScriptedLanguageModel) {
    let gate = Gate()
    let model = ScriptedLanguageModel(
      .steps(
        .send(.response(action: .appendText("one"))), .perform { try await gate.wait() },
        .send(.response(action: .appendText(" answer")))),
      .text("next"))
    return (LanguageModelSession(model: model), gate, model)
  }

  static func isConcurrent(_ error: (any Error)?) -> Bool {
    if case .concurrentRequests? = error as? LanguageModelSession.Error { true } else { false }
  }

  @Test func `a second request while one runs is refused and does the first no harm`() async throws {
    let (session, gate, model) = Self.waiting()
    async let first = session.respond(to: "first")
    await gate.arrival()
    #expect(session.isResponding)
    let during = session.transcript
    #expect(Self.isConcurrent(await failure { try await session.respond(to: "second") }))
    #expect(Self.isConcurrent(await failure { _ = try await session.streamResponse(to: "third").collect() }))
    let stream = session.streamResponse(to: "fourth")
    #expect(Self.isConcurrent(await failure { for try await _ in stream { Issue.record("a snapshot") } }))
    #expect(session.transcript == during)
    #expect(session.isResponding)
    gate.open()
    #expect(try await first.content == "one answer")
    #expect(session.transcript.lines == ["prompt first", "response one answer"])
    #expect(model.recorder.requests.count == 1)
    #expect(try await session.respond(to: "second").content == "next")
  }

  @Test func `of many requests at once exactly one is answered`() async throws {
    let (session, gate, model) = Self.waiting()
    let answered = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        group.addTask { await failure { try await session.respond(to: "request \(number)") } == nil }
      }
      var refused = 0
      var answered = 0
      for await isAnswered in group {
        if isAnswered { answered += 1 } else { refused += 1 }
        // All others are refused while the one waits.
        if refused == 19 { gate.open() }
      }
      return answered
    }
    #expect(answered == 1)
    #expect(model.recorder.requests.count == 1)
    #expect(session.transcript.map(\.kind) == [.prompt, .response])
  }

  @Test func `a tool that asks its own session is refused`() async throws {
    let model = ScriptedLanguageModel(.calls(.init("ask")), .text("never"))
    let holder = SessionHolder()
    let tool = StubTool("ask") { _ in try await holder.session!.respond(to: "inner").content }
    let session = LanguageModelSession(model: model, tools: [tool])
    holder.session = session
    defer { holder.session = nil }
    let error = await failure { try await session.respond(to: "outer") }
    let toolError = try #require(error as? LanguageModelSession.ToolCallError)
    #expect(Self.isConcurrent(toolError.underlyingError))
  }
}

/// Holds a session for a tool that is made before it. Written before the session runs, read while it does.
final class SessionHolder: @unchecked Sendable {
  var session: LanguageModelSession?
}

import ChatCompletions
import Jobs
import LanguageModels
import Summarization
import Synchronization

/// Asks for one summary, in a session of its own.
struct SummarySession: Sendable {
  let model: ModelClient
  /// Is asked before each attempt and told after it.
  let observer: any AttemptObserver

  /// The model's answer, whatever it is worth: one that declines, was filtered, calls a tool or does not follow the
  /// schema was paid for, and is for the gates of the summary to judge.
  ///
  /// - Returns: What it says, as text or as the JSON that the request's schema asks for, and the reply that it was.
  /// - Throws: `ChatError` where there is no answer, `CancellationError`.
  func answer(to request: SummaryRequest) async throws -> (text: String, reply: ChatReply) {
    let call = CallRecord(telling: observer)
    let session = LanguageModelSession(
      profile: SummaryProfile(
        model: model.languageModel(observer: call), temperature: model.model.temperature, request: request),
      executors: model.executors, maximumToolRounds: 0)
    do {
      let text = try await text(of: request, in: session)
      guard let result = call.result else { preconditionFailure("a session that answers has asked") }
      return (text, try result.get())
    } catch {
      guard let result = call.result else { throw error }
      let reply = try result.get()
      return (reply.text, reply)
    }
  }

  private func text(of request: SummaryRequest, in session: LanguageModelSession) async throws -> String {
    guard let schema = request.schema, model.model.structuredOutput else {
      return try await session.respond(to: request.user).content
    }
    return try await session.respond(to: request.user, schema: schema).content.jsonString
  }
}

/// Hands on what it is told of a call's attempts, and keeps how the call ended.
private final class CallRecord: AttemptObserver {
  private let observer: any AttemptObserver
  private let end = Mutex<Result<ChatReply, ChatError>?>(nil)

  init(telling observer: any AttemptObserver) { self.observer = observer }

  /// `nil` where the model was not asked.
  var result: Result<ChatReply, ChatError>? { end.withLock { $0 } }

  func attemptWillBegin(_ attempt: Attempt) async throws { try await observer.attemptWillBegin(attempt) }

  func attemptDidEnd(_ attempt: Attempt, _ outcome: AttemptOutcome) async {
    await observer.attemptDidEnd(attempt, outcome)
  }

  func willWait(_ time: Duration) { observer.willWait(time) }

  func callDidEnd(_ result: Result<ChatReply, ChatError>) async {
    end.withLock { $0 = result }
    await observer.callDidEnd(result)
  }
}

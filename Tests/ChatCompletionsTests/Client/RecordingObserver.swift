import ChatCompletions
import Synchronization

/// Writes down what it is told, and may decline.
final class RecordingObserver: AttemptObserver {
  struct Declined: Error {}

  private let state = Mutex((begun: [Attempt](), ended: [AttemptOutcome](), waits: [Duration]()))
  private let calls = Mutex<[Result<ChatReply, ChatError>]>([])
  private let allowed: Int

  init(allowing allowed: Int = .max) {
    self.allowed = allowed
  }

  var begun: [Attempt] { state.withLock { $0.begun } }
  var ended: [AttemptOutcome] { state.withLock { $0.ended } }
  var waits: [Duration] { state.withLock { $0.waits } }
  /// How calls ended.
  var results: [Result<ChatReply, ChatError>] { calls.withLock { $0 } }

  func attemptWillBegin(_ attempt: Attempt) async throws {
    let count = state.withLock { state in
      state.begun.append(attempt)
      return state.begun.count
    }
    if count > allowed { throw Declined() }
  }

  func attemptDidEnd(_ attempt: Attempt, _ outcome: AttemptOutcome) async {
    state.withLock { $0.ended.append(outcome) }
  }

  func willWait(_ time: Duration) {
    state.withLock { $0.waits.append(time) }
  }

  func callDidEnd(_ result: Result<ChatReply, ChatError>) async {
    calls.withLock { $0.append(result) }
  }
}

import ChatCompletions
import FoundationEssentials
import Synchronization

/// A clock that moves only by sleeping on it: every sleep is over at once, and written down.
final class ManualEnvironment: Sendable {
  private let state = Mutex((now: Duration.zero, sleeps: [Duration]()))
  private let jitter: Double

  init(jitter: Double = 0) {
    self.jitter = jitter
  }

  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  func advance(by time: Duration) {
    state.withLock { $0.now += time }
  }

  var environment: ClientEnvironment {
    ClientEnvironment(
      now: { self.state.withLock { $0.now } },
      date: { Date(timeIntervalSince1970: 1_696_004_797) },
      sleep: { time in
        try Task.checkCancellation()
        self.state.withLock {
          $0.now += time
          $0.sleeps.append(time)
        }
      },
      jitter: { [jitter] in jitter })
  }
}

extension ChatDeadlines {
  /// None, so that nothing but waits between attempts sleeps.
  static let none = ChatDeadlines(connect: nil, firstToken: nil, betweenTokens: nil, total: nil)
}

internal import Synchronization

/// Takes in the events of one request, from whichever tasks its executor sends them.
final class ReplyCollector: Sendable {
  private struct State {
    var accumulator = ResponseAccumulator()
    var isOpen = true
  }

  private let state = Mutex(State())
  private let observe: (@Sendable (ResponseAccumulator) -> Void)?

  /// - Parameter observe: Given what has come so far after each event, in their order. Must return at once.
  init(observe: (@Sendable (ResponseAccumulator) -> Void)?) { self.observe = observe }

  var channel: LanguageModelExecutorGenerationChannel {
    LanguageModelExecutorGenerationChannel { [self] event in
      state.withLock { state in
        // What an executor sends after it returned is about a reply that is over.
        guard state.isOpen else { return }
        state.accumulator.apply(event)
        observe?(state.accumulator)
      }
    }
  }

  /// Ends the reply: later events are ignored.
  func close() -> ResponseAccumulator {
    state.withLock { state in
      state.isOpen = false
      return state.accumulator
    }
  }
}

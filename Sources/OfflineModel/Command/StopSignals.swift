import Dispatch
import Glibc

/// SIGTERM and SIGINT, taken from their default action from the moment this is made.
///
/// `@unchecked Sendable`: the sources are made and activated in `init` and never touched again.
final class StopSignals: @unchecked Sendable {
  private let sources: [any DispatchSourceSignal]
  private let stream: AsyncStream<Void>

  init() {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    self.stream = stream
    let queue = DispatchQueue(label: "signals")
    sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { continuation.yield() }
      source.activate()
      return source
    }
  }

  /// Returns when the first signal came.
  func wait() async {
    for await _ in stream { return }
  }
}

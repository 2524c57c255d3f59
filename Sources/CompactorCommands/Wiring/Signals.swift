import Dispatch
import Glibc
import Worker

/// SIGTERM and SIGINT ask a run to stop; a second one ends the process at once.
enum Signals {
  /// Runs the body with the signals turned into a request to stop.
  static func stopping<Value: Sendable>(
    _ stop: StopSignal, _ body: () async throws -> Value
  ) async rethrows -> Value {
    let sources = [SIGTERM, SIGINT].map { number in source(of: number, stop) }
    defer {
      for source in sources { source.value.cancel() }
    }
    return try await body()
  }

  private static func source(of number: Int32, _ stop: StopSignal) -> SignalSource {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler {
      if stop.reason == .interrupted { _exit(4) }
      stop.request(.interrupted)
    }
    source.resume()
    return SignalSource(value: source)
  }

  /// `@unchecked Sendable`: made, resumed and cancelled by one task.
  private struct SignalSource: @unchecked Sendable {
    let value: any DispatchSourceSignal
  }
}

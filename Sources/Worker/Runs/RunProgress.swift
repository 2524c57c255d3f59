import Compaction
import Synchronization

/// What a run has done, counted by its tasks and read by whoever shows it.
public final class RunProgress: Sendable {
  private struct State {
    var total = RunCounts()
    /// What has not been written to the run's row.
    var unreported = RunCounts()
  }

  private let state = Mutex(State())

  public init() {}

  func add(_ change: (inout RunCounts) -> Void) {
    var counts = RunCounts()
    change(&counts)
    state.withLock { state in
      state.total += counts
      state.unreported += counts
    }
  }

  /// Everything since the run began in this process.
  public var counts: RunCounts { state.withLock { $0.total } }

  /// What came since the last call.
  func takeUnreported() -> RunCounts {
    state.withLock { state in
      defer { state.unreported = RunCounts() }
      return state.unreported
    }
  }

  /// Takes back what could not be written.
  func putBack(_ counts: RunCounts) {
    state.withLock { $0.unreported += counts }
  }
}

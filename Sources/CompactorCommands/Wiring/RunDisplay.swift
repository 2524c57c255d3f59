import Jobs
import Synchronization
import Telemetry
import Worker

/// Shows how far a run is, on standard error: a bar on a terminal, a plain line now and then elsewhere.
struct RunDisplay: Sendable {
  private let progress: RunProgress
  private let meter: Meter
  /// What was done by those who worked on the same run before.
  private let before: Int
  private let count: (@Sendable () async throws -> Int)?

  /// Shared by whoever shows it and whoever counts.
  private final class Meter: Sendable {
    let value: Mutex<ProgressMeter>

    init(_ meter: ProgressMeter) { value = Mutex(meter) }
  }

  /// What is left is counted no more often than this, and so that counting is a twentieth of the time at most.
  private static let period = Duration.seconds(5)

  /// - Parameters:
  ///   - total: what there is to do, where that is known; `count` then is not called.
  ///   - before: what was done of it before.
  ///   - count: counts what is left.
  init(
    of progress: RunProgress, total: Int?, before: Int = 0, count: @escaping @Sendable () async throws -> Int
  ) {
    self.progress = progress
    self.before = before
    self.count = total == nil ? count : nil
    meter = Meter(ProgressMeter(total: total, done: before))
  }

  /// Runs until cancelled.
  func run() async {
    await withTaskGroup(of: Void.self) { group in
      if let count {
        group.addTask { await keepCounting(count) }
      }
      await show()
      group.cancelAll()
    }
  }

  private var done: Int { before + progress.counts.conversations }

  private func keepCounting(_ count: @Sendable () async throws -> Int) async {
    while !Task.isCancelled {
      let start = ContinuousClock.now
      // Without the database nobody works either; the next time tells.
      if let left = try? await count() { meter.value.withLock { $0.counted(left: left, done: done) } }
      do { try await Task.sleep(for: max(Self.period, (ContinuousClock.now - start) * 20)) } catch { return }
    }
  }

  private func show() async {
    let output = StandardError.shared
    var display = ProgressDisplay(terminalWidth: output.width)
    let start = ContinuousClock.now
    while !Task.isCancelled {
      let cost = progress.counts.cost
      let spend = cost > .zero ? Double(cost.microdollars) / 1_000_000 : nil
      let state = meter.value.withLock { $0.update(done: done, spend: spend, elapsed: ContinuousClock.now - start) }
      switch display.update(state) {
      case .status(let text): output.show(status: text)
      case .line(let text): output.line(text)
      case nil: break
      }
      do { try await Task.sleep(for: .milliseconds(100)) } catch { break }
    }
    output.show(status: "")
  }
}

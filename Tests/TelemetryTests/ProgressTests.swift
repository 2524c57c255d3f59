import TestSupport
import Testing

@testable import Telemetry

@Suite struct ProgressTests {
  private let half = ProgressState(
    done: 1040, total: 2000, rate: 131.4, spend: 0.42, elapsed: .seconds(8))

  @Test func `a bar fills what the numbers leave of the line`() {
    #expect(half.bar(width: 70) == "━━━━━━━━━━━━━╸              52%  1,040/2,000  131/s  0:07 left  $0.42")
    #expect(half.bar(width: 70).count <= 70)
    #expect(half.bar(width: 300).count < 100)
  }

  @Test func `a narrow terminal gets the numbers alone`() {
    #expect(half.bar(width: 50) == "52%  1,040/2,000  131/s  0:07 left  $0.42")
    #expect(half.bar(width: 50) == half.line)
  }

  @Test(arguments: [
    (ProgressState(done: 0, total: 10, elapsed: .zero), "0%  0/10"),
    (ProgressState(done: 0, total: 0, elapsed: .seconds(1)), "100%  0/0  in 0:01"),
    (ProgressState(done: 10, total: 10, rate: 5, elapsed: .seconds(3725)), "100%  10/10  5.0/s  in 1:02:05"),
    (ProgressState(done: 12, total: 10, rate: 5, elapsed: .seconds(2)), "12  5.0/s"),
    (ProgressState(done: 5, total: 10, rate: 1, pace: 0, elapsed: .seconds(2)), "50%  5/10  1.0/s"),
    (ProgressState(done: 5, total: 10, rate: 1, pace: 5, elapsed: .seconds(2)), "50%  5/10  1.0/s  0:01 left"),
    (ProgressState(done: 1_234_567, rate: 0.2, spend: 0.0123, elapsed: .seconds(9)), "1,234,567  12.0/min  $0.0123"),
    (
      ProgressState(done: 1, total: 100_001, rate: 1, spend: 1234.5, elapsed: .seconds(1)),
      "0%  1/100,001  1.0/s  1d 03:46 left  $1,234.50"
    ),
    (ProgressState(done: 1, total: .max, rate: 1e-9, elapsed: .seconds(1)), "0%  1/9,223,372,036,854,775,807  0.0/min"),
    (ProgressState(done: 199, total: 200, rate: 0, elapsed: .seconds(1)), "99%  199/200  0.0/s"),
  ])
  func `a line says what is known and nothing else`(state: ProgressState, line: String) {
    #expect(state.line == line)
  }

  @Test func `the rate follows the last half minute`() {
    var meter = ProgressMeter(total: 1000)
    #expect(meter.update(done: 0, elapsed: .zero).rate == nil)
    for second in 1...40 { _ = meter.update(done: 10 * second, elapsed: .seconds(second)) }
    #expect(meter.update(done: 400, elapsed: .seconds(40)).rate == 10)
    var state = ProgressState(done: 0, elapsed: .zero)
    for second in 41...80 { state = meter.update(done: 400 + (second - 40), elapsed: .seconds(second)) }
    #expect(state.rate == 1)
    #expect(state.timeLeft == .seconds(560))
  }

  @Test func `work done before the clock began is not counted into the rate`() {
    var meter = ProgressMeter(total: 1000, done: 900)
    let state = meter.update(done: 910, elapsed: .seconds(5))
    #expect(state.rate == 2)
    #expect(state.timeLeft == .seconds(45))
  }

  @Test func `where more is done than there was, there is more, and never more is done than there is`() {
    var meter = ProgressMeter(total: 10, done: 4)
    #expect(meter.update(done: 10, elapsed: .seconds(1)).fraction == 1)
    let more = meter.update(done: 12, elapsed: .seconds(2))
    #expect(more.total == 12 && more.line.hasPrefix("100%  12/12"))
    #expect(meter.update(done: 12, elapsed: .seconds(3)).total == 12)
  }

  @Test func `what is left is counted anew, and the time left follows it`() {
    var meter = ProgressMeter()
    meter.counted(left: 100, done: 0)
    #expect(meter.update(done: 50, elapsed: .seconds(5)).fraction == 0.5)
    #expect(meter.update(done: 50, elapsed: .seconds(5)).timeLeft == .seconds(5))

    // More has come than was known: no share of the whole, and no time, until it is counted.
    let past = meter.update(done: 120, elapsed: .seconds(12))
    #expect(past.fraction == nil && past.timeLeft == nil)
    #expect(past.line == "120  10/s" && past.bar(width: 100) == past.line)

    // 120 were done here and 20 came for them: what is left becomes less by 5 for each 6.
    meter.counted(left: 0, done: 120)
    #expect(meter.update(done: 120, elapsed: .seconds(12)).fraction == 1)
    meter.counted(left: 60, done: 132)
    let growing = meter.update(done: 140, elapsed: .seconds(14))
    #expect(growing.total == 192 && growing.timeLeft == nil, "it grows faster than it is worked off")
  }

  @Test func `where others work on the same, the time left counts on them`() {
    var meter = ProgressMeter()
    meter.counted(left: 1_000, done: 0)
    _ = meter.update(done: 50, elapsed: .seconds(5))
    meter.counted(left: 800, done: 100)
    let state = meter.update(done: 100, elapsed: .seconds(10))
    #expect(state.total == 900 && state.rate == 10)
    #expect(state.timeLeft == .seconds(40), "another worker does as many")
  }

  @Test func `the share of the whole is never more than all of it, whatever comes and goes`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      var meter = ProgressMeter()
      var (done, left) = (0, Int.random(in: 0...50, using: &random))
      for second in 0..<60 {
        if Bool.random(using: &random) { meter.counted(left: left, done: done) }
        let step = Int.random(in: 0...9, using: &random)
        left = max(0, left - step + Int.random(in: 0...6, using: &random))
        done += step
        let state = meter.update(done: done, elapsed: .seconds(second))
        #expect((state.fraction ?? 0) <= 1 && (state.timeLeft ?? .zero) >= .zero)
        #expect(!state.line.contains("left") || state.fraction != nil)
      }
    }
  }

  @Test func `a terminal sees a bar at most ten times a second`() {
    var display = ProgressDisplay(terminalWidth: 80)
    let shown = (0..<20).map { step in
      display.update(ProgressState(done: step, total: 20, elapsed: .milliseconds(25 * step))) != nil
    }
    #expect(shown.filter { $0 }.count == 5)
    #expect(shown[0] && shown[4] && !shown[5])
  }

  @Test func `a file sees a plain line every interval, none at once, and one at the end`() {
    var display = ProgressDisplay(terminalWidth: nil, lineInterval: .seconds(10))
    let lines = (0...25).compactMap { second in
      display.update(ProgressState(done: second, elapsed: .seconds(second)))
    }
    #expect(lines == [.line("10"), .line("20")])
    #expect(display.finish(ProgressState(done: 26, total: 26, elapsed: .seconds(26))) == .line("100%  26/26  in 0:26"))
  }
}

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
    (ProgressState(done: 12, total: 10, rate: 5, elapsed: .seconds(2)), "100%  12/10  5.0/s  in 0:02"),
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

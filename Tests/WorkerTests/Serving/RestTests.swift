import Compaction
import Storage
import Testing

@testable import Worker

@Suite struct RestTests {
  private func seconds(_ seconds: Int) -> Duration { .seconds(seconds) }

  @Test func `a job whose run came to nothing rests, twice as long each time`() {
    var rests = Rests()
    #expect(!rests.isResting("a", at: .zero))
    var now = 0
    for length in [10, 20, 40, 80, 160, 320, 600, 600] {
      rests.failed("a", at: seconds(now))
      #expect(rests.isResting("a", at: seconds(now + length - 1)), "\(length)")
      #expect(!rests.isResting("a", at: seconds(now + length)), "\(length)")
      now += length
    }
    #expect(!rests.isResting("b", at: .zero), "others do not")
  }

  @Test func `a run that did something ends the rest`() {
    var rests = Rests()
    for _ in 0..<5 { rests.failed("a", at: .zero) }
    rests.succeeded("a")
    #expect(!rests.isResting("a", at: .zero))
    rests.failed("a", at: .zero)
    #expect(!rests.isResting("a", at: seconds(10)))
  }

  private func result(_ reason: StopReason?, compacted: Int = 0, failed: Int = 0) -> RunResult {
    var counts = RunCounts()
    if compacted > 0 { counts.count(.compacted, compacted) }
    if failed > 0 { counts.count(.modelUnavailable, failed) }
    return RunResult(number: 1, state: .stopped, reason: reason, counts: counts, tokenizer: "estimate@1")
  }

  @Test func `a run came to nothing when the next would come to the same`() {
    for reason in [StopReason.spendExhausted, .failing, .modelUnavailable] {
      #expect(result(reason, compacted: 5).cameToNothing)
    }
    for reason in [StopReason.interrupted, .cancelled, .paused] { #expect(!result(reason).cameToNothing) }
    #expect(!result(nil).cameToNothing)
    #expect(!result(nil, compacted: 1, failed: 9).cameToNothing)
    #expect(result(nil, failed: 3).cameToNothing)
  }
}

import Compaction
import Jobs
import Testing

@testable import Worker

@Suite struct RunCountsTests {
  @Test func `counts add up, outcome by outcome`() {
    var one = RunCounts()
    one.count(.compacted, 3)
    one.count(.error)
    one.tokensBefore = 100
    one.cost = Money(microdollars: 5)
    var other = RunCounts()
    other.count(.compacted)
    other.count(.unchanged, 4)
    other.tokensBefore = 11
    other.tokensAfter = 7
    other.modelCalls = 2
    other.reusedResults = 1
    other.cost = Money(microdollars: 6)
    one += other
    #expect(one.outcomes == [.compacted: 4, .error: 1, .unchanged: 4])
    #expect(one.attempts == 9)
    #expect(one.failures == 1)
    #expect((one.tokensBefore, one.tokensAfter, one.modelCalls, one.reusedResults) == (111, 7, 2, 1))
    #expect(one.cost == Money(microdollars: 11))
  }

  @Test func `the run's row gets the names of outcomes and sums, and no zeros`() {
    var counts = RunCounts()
    counts.count(.cannotShrink, 2)
    counts.outputTokens = 9
    #expect(counts.numbers == ["cannot_shrink": 2, "output_tokens": 9])
  }

  @Test(arguments: Outcome.allCases)
  func `an attempt failed only if something broke`(outcome: Outcome) {
    #expect(outcome.isFailure == [.error, .modelUnavailable, .summaryRefused].contains(outcome))
  }

  @Test func `what was not written is reported again`() {
    let progress = RunProgress()
    progress.add { $0.count(.compacted) }
    let first = progress.takeUnreported()
    progress.add { $0.count(.compacted, 2) }
    progress.putBack(first)
    #expect(progress.takeUnreported().outcomes == [.compacted: 3])
    #expect(progress.takeUnreported().attempts == 0)
    #expect(progress.counts.outcomes == [.compacted: 3])
  }

  @Test func `the first reason to stop stays`() {
    let stop = StopSignal()
    #expect(!stop.isRequested)
    stop.request(.spendExhausted)
    stop.request(.interrupted)
    #expect(stop.reason == .spendExhausted)
  }
}

import Jobs
import Testing

@testable import Storage
@testable import Worker

@Suite struct JobGaugesTests {
  @Test(
    arguments: [
      (0, 50_000_000, 0.0), (12.5, 50_000_000, 0.25), (50, 50_000_000, 1), (0.000001, 1, 1), (0, 0, 0), (3, 0, 0),
    ] as [(Double, Int64, Double)])
  func `spend is a share of its limit`(spent: Double, microdollars: Int64, share: Double) {
    #expect(Money(microdollars: microdollars).share(used: spent) == share)
  }

  private func run(_ kind: RunKind, _ state: RunState, total: Int64?, counts: String) -> RunRecord {
    RunRecord(
      number: 1, job: "job", jobVersion: 1, kind: kind, state: state, total: total, startedAt: 0, counts: counts)
  }

  @Test(
    arguments: [
      (RunKind.backfill, RunState.running, 8, "{}", 0),
      (.backfill, .running, 8, #"{"compacted": 1, "unchanged": 1}"#, 0.25),
      (.backfill, .paused, 8, #"{"compacted": 2, "tokens_before": 9000}"#, 0.25),
      (.backfill, .running, 8, #"{"compacted": 8, "lost_lease": 2}"#, 1),
      (.backfill, .running, 8, #"{"compacted": 2, "lost_lease": 6}"#, 0.25),
      (.backfill, .running, 8, #"{"compacted": 9}"#, 1), (.backfill, .finished, 8, "{}", 1),
      (.backfill, .running, nil, #"{"compacted": 2}"#, 0), (.run, .running, nil, #"{"compacted": 2}"#, nil),
    ] as [(RunKind, RunState, Int64?, String, Double?)])
  func `a backfill is as far as its attempts`(
    kind: RunKind, state: RunState, total: Int64?, counts: String, progress: Double?
  ) {
    #expect(run(kind, state, total: total, counts: counts).backfillProgress == progress)
  }
}

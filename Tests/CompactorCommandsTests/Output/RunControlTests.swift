@testable import Storage
import Testing

@testable import CompactorCommands

@Suite struct RunControlTests {
  private func run(_ kind: RunKind, _ state: RunState) -> RunRecord {
    RunRecord(
      number: 7, job: "nightly", jobVersion: 1, kind: kind, state: state, startedAt: 0, counts: "{}")
  }

  @Test(
    arguments: [
      (.run, .running, .running, "is no backfill and has nothing to go on with: compactor cancel 7 closes it"),
      (.scheduled, .paused, .running, "compactor run nightly does what is due now"),
      (.run, .running, .paused, "could not be resumed: compactor cancel 7 ends it, compactor pause nightly"),
      (.backfill, .stopped, .running, "it is stopped. compactor backfill nightly --resume 7 goes on with it"),
      (.backfill, .failed, .running, "compactor backfill nightly --resume 7"),
      (.backfill, .cancelled, .running, "it is cancelled. compactor run nightly begins another"),
      (.run, .finished, .cancelled, "run 7 has ended: it is finished"),
      (.backfill, .finished, .paused, "run 7 has ended: it is finished"),
    ] as [(RunKind, RunState, RunState, String)])
  func `what cannot be done is refused with what to do instead`(
    kind: RunKind, state: RunState, wanted: RunState, text: String
  ) {
    let refusal = run(kind, state).refusal(of: wanted)
    #expect(refusal?.contains(text) == true, "\(refusal ?? "allowed")")
  }

  @Test(
    arguments: [
      (.backfill, .running, .paused), (.backfill, .paused, .running), (.backfill, .paused, .cancelled),
      (.run, .running, .cancelled), (.run, .paused, .cancelled), (.scheduled, .running, .cancelled),
    ] as [(RunKind, RunState, RunState)])
  func `what can be done is not refused`(kind: RunKind, state: RunState, wanted: RunState) {
    #expect(run(kind, state).refusal(of: wanted) == nil)
  }

  @Test func `whoever resumes a backfill is told that somebody has to do its work`() {
    #expect(run(.backfill, .paused).told(of: .running).contains("compactor backfill nightly --resume 7"))
    #expect(run(.run, .running).told(of: .cancelled) == "run 7 is cancelled")
  }
}

import Storage
import Transcripts

extension CommandSpec {
  static let pause = control(
    "pause", "pause a backfill, or a job by its name", .paused,
    details: """
      The workers of a backfill finish what they hold; it takes hold within about a second. A paused job starts no run
      by itself, and leaves its conversations to the jobs behind it; a run of it that is under way goes on.
      """)
  static let resume = control(
    "resume", "let a paused backfill or job go on", .running,
    details: """
      A backfill goes on where it stopped: compactor backfill JOB --resume RUN does its work, or compactor serve takes
      it up. A plain run has nothing to go on with: compactor run begins another.
      """)
  static let cancel = control(
    "cancel", "end a run", .cancelled,
    details: "Its workers finish what they hold; it takes hold within about a second.")

  private static func control(
    _ name: String, _ summary: String, _ state: RunState, details: String
  ) -> CommandSpec {
    let argument =
      state == .cancelled
      ? ArgumentSpec("RUN", "the number of a run, see compactor status")
      : ArgumentSpec("RUN", "the number of a backfill, or the name of a job, see compactor status")
    return CommandSpec(name, summary, details: details, arguments: [argument], options: [.database, .json]) {
      invocation, console in
      let word = invocation.arguments[0]
      return try await DatabaseSession.with(invocation) { session in
        guard let number = Int64(word) else {
          let what = "the number of a run\(state == .cancelled ? "" : " or the name of a job")"
          guard state != .cancelled else { throw UsageError("found '\(word)', expected \(what)") }
          guard try await session.archive.setJob(word, paused: state == .paused) else {
            let names = try await session.archive.jobs().map(\.name)
            throw UsageError("found '\(word)', expected \(what)" + suggestion(for: word, among: names))
          }
          console.report(
            "job \(word) is \(state == .paused ? "paused" : "active")",
            json: JSON.object([.init("job", .string(word)), .init("paused", .bool(state == .paused))]).text, invocation)
          return .done
        }
        guard let record = try await session.archive.run(number) else {
          throw UsageError("found no run \(number): compactor status lists the latest")
        }
        if let refusal = record.refusal(of: state) { throw UsageError(refusal) }
        guard try await session.archive.setRun(number, to: state) else {
          throw UsageError("run \(number) has just ended: compactor status lists the runs")
        }
        console.report(
          record.told(of: state),
          json: JSON.object([.init("run", .integer(number)), .init("state", .string(state.rawValue))]).text, invocation)
        return .done
      }
    }
  }
}

extension RunRecord {
  /// Why an operator cannot bring the run into this state, and what to do instead; `nil` where nothing is in the way.
  func refusal(of wanted: RunState) -> String? {
    let resuming = "compactor backfill \(job) --resume \(number)"
    guard state.isOpen else {
      let ended = "run \(number) has ended: it is \(state.rawValue)"
      if kind == .backfill, wanted == .running, state == .stopped || state == .failed {
        return "\(ended). \(resuming) goes on with it"
      }
      return wanted == .running ? "\(ended). compactor run \(job) begins another" : ended
    }
    guard kind != .backfill else { return nil }
    switch wanted {
    case .running:
      return "run \(number) is no backfill and has nothing to go on with: compactor cancel \(number) closes it, "
        + "compactor run \(job) does what is due now"
    case .paused:
      return "run \(number) is no backfill, and could not be resumed: compactor cancel \(number) ends it, "
        + "compactor pause \(job) keeps compactor serve from beginning another"
    default: return nil
    }
  }

  /// What an operator is told of the run's new state.
  func told(of new: RunState) -> String {
    guard new == .running else { return "run \(number) is \(new.rawValue)" }
    return "run \(number) may go on: compactor serve takes it up within a minute, or compactor backfill \(job) "
      + "--resume \(number) does"
  }
}

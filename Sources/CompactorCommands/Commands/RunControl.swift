import Storage

extension CommandSpec {
  static let pause = control(
    "pause", "pause a run, or a job by its name", .paused,
    details: """
      The workers of a run finish what they hold; it takes hold within about a second. A paused job starts no run by
      itself, and leaves its conversations to the jobs behind it.
      """)
  static let resume = control(
    "resume", "let a paused run or job go on", .running,
    details: "A backfill's work is done by compactor backfill --resume RUN, or by compactor serve.")
  static let cancel = control(
    "cancel", "end a run", .cancelled,
    details: "Its workers finish what they hold; it takes hold within about a second.")

  private static func control(
    _ name: String, _ summary: String, _ state: RunState, details: String
  ) -> CommandSpec {
    let argument =
      state == .cancelled
      ? ArgumentSpec("RUN", "the number of a run, see compactor status")
      : ArgumentSpec("RUN", "the number of a run, or the name of a job, see compactor status")
    return CommandSpec(name, summary, details: details, arguments: [argument], options: [.database]) {
      invocation, console in
      let word = invocation.arguments[0]
      return try await DatabaseSession.with(invocation) { session in
        guard let number = Int64(word) else {
          guard state != .cancelled, try await session.archive.setJob(word, paused: state == .paused) else {
            throw UsageError(
              "found '\(word)', expected the number of a run\(state == .cancelled ? "" : " or the name of a job")")
          }
          console.print("job \(word) is \(state == .paused ? "paused" : "active")")
          return .done
        }
        guard try await session.archive.setRun(number, to: state) else {
          throw UsageError("run \(number) is not open: compactor status lists the runs")
        }
        console.print("run \(number) is \(state.rawValue)")
        return .done
      }
    }
  }
}

import Storage

extension CommandSpec {
  static let pause = control("pause", "pause a run: its workers finish what they hold", .paused)
  static let resume = control("resume", "let a paused run go on; compactor backfill --resume does the work", .running)
  static let cancel = control("cancel", "end a run: its workers finish what they hold", .cancelled)

  private static func control(_ name: String, _ summary: String, _ state: RunState) -> CommandSpec {
    CommandSpec(
      name, summary, details: "It takes hold within about a second.",
      arguments: [ArgumentSpec("RUN", "the number of a run, see compactor status")], options: [.database]
    ) { invocation, console in
      guard let number = Int64(invocation.arguments[0]), number > 0 else {
        throw UsageError("found '\(invocation.arguments[0])', expected the number of a run")
      }
      return try await DatabaseSession.with(invocation) { session in
        guard try await session.archive.setRun(number, to: state) else {
          throw UsageError("run \(number) is not open: compactor status lists the runs")
        }
        console.print("run \(number) is \(state.rawValue)")
        return .done
      }
    }
  }
}

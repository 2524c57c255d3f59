/// Which jobs have a run under way in this process, and which may begin one next. Pure.
///
/// A job has one run at a time here, a backfill or another, so that its limits hold; several jobs run side by side. Who
/// has waited longest comes first: a job that always has work leaves room for the others.
struct Turns: Sendable {
  /// Runs at a time.
  let limit: Int
  /// The numbers of the runs under way, by job.
  private var underWay: [String: Int64] = [:]
  private var lastTurns: [String: Int] = [:]
  private var turn = 0

  /// - Precondition: a limit of 1 or more.
  init(limit: Int) {
    precondition(limit > 0)
    self.limit = limit
  }

  var hasRoom: Bool { underWay.count < limit }

  var runs: [Int64] { underWay.values.sorted() }

  /// The jobs that have no run under way, who waited longest first, and otherwise in their order.
  func waiting(of jobs: [String]) -> [String] {
    let waiting = jobs.filter { underWay[$0] == nil }.enumerated()
    return waiting.sorted { (lastTurns[$0.element] ?? 0, $0.offset) < (lastTurns[$1.element] ?? 0, $1.offset) }
      .map(\.element)
  }

  mutating func began(_ job: String, run: Int64) {
    turn += 1
    lastTurns[job] = turn
    underWay[job] = run
  }

  mutating func ended(_ job: String) { underWay[job] = nil }
}

import Compaction
import Jobs
import Storage
import Transcripts
import Worker

/// Why a run, a plan or a backfill found no conversation to look at, for a person or a program.
struct NothingToDo {
  var standing: Storage.Standing
  /// The jobs before this one, by name: those that `standing.taken` counts.
  var earlierJobs: [String]
  var isBackfill: Bool

  private var takenNames: [(name: String, count: Int64)] {
    zip(earlierJobs, standing.taken).filter { $0.1 > 0 }.map { (name: $0.0, count: $0.1) }
  }

  var lines: [String] {
    let all = standing.conversations
    if all == 0 { return ["there is no conversation in the database"] }
    if standing.selected == 0 {
      return ["its `select` matches none of the \(countedConversations(all)) in the database"]
    }
    var lines: [String] = []
    let taken = takenNames
    if !taken.isEmpty {
      let number = taken.reduce(0) { $0 + $1.count }
      let names = taken.map { "\($0.name) (\(grouped($0.count)))" }.joined(separator: ", ")
      lines.append(
        "a conversation belongs to the first job that selects it: \(grouped(number)) of the "
          + "\(countedConversations(standing.selected)) that it selects belong to jobs before it: \(names)")
    }
    guard standing.own > 0 else { return lines }
    if !isBackfill, standing.due == 0 {
      lines.append(
        standing.own == 1
          ? "its one conversation is not due" : "none of its \(countedConversations(standing.own)) is due")
    }
    lines += [
      (standing.held, "held: compactor release lets workers at them again"),
      (standing.quarantined, "quarantined: compactor explain CONVERSATION says why, compactor release tries again"),
      (standing.claimed, "claimed by other workers"), (standing.notIdle, "not idle yet"),
    ].filter { $0.0 > 0 }.map { number, what in
      "of its \(countedConversations(isBackfill ? standing.own : standing.due))\(isBackfill ? "" : " due") "
        + "\(grouped(number)) \(number == 1 ? "is" : "are") \(what)"
    }
    return lines
  }

  /// What the jobs before it take from a job, in one line; `nil` where that is nothing.
  ///
  /// - Parameter earlier: the active jobs before it.
  func overlap(_ earlier: [Job], _ job: Job) -> String? {
    let way = "compactor move \(job.name) --before OTHER changes the order, compactor jobs shows it."
    if let whole = earlier.first(where: { $0.selection.contains(job.selection) }) {
      return
        "Warning: nothing is left for it, since \(whole.name), which comes first, selects whatever it selects. \(way)"
    }
    let taken = takenNames
    guard !taken.isEmpty else { return nil }
    let names = taken.map { "\($0.name) (\(grouped($0.count)))" }.joined(separator: ", ")
    let number = taken.reduce(0) { $0 + $1.count }
    return standing.own == 0
      ? "Warning: nothing is left for it: all \(countedConversations(number)) that it selects belong to jobs before it: "
        + "\(names). \(way)"
      : "Of the \(countedConversations(standing.selected)) that it selects \(grouped(number)) belong to jobs before it: "
        + "\(names)."
  }

  var json: JSON {
    .object([
      .init("conversations", .integer(standing.conversations)), .init("selected", .integer(standing.selected)),
      .init(
        "taken",
        .array(
          takenNames.map { .object([.init("job", .string($0.name)), .init("conversations", .integer($0.count))]) })),
      .init("own", .integer(standing.own)), .init("due", .integer(standing.due)),
      .init("held", .integer(standing.held)),
      .init("quarantined", .integer(standing.quarantined)), .init("claimed", .integer(standing.claimed)),
      .init("not_idle", .integer(standing.notIdle)),
    ])
  }
}

extension DatabaseSession {
  /// Why there is nothing to do for a job.
  func nothingToDo(for job: PreparedJob, isBackfill: Bool) async throws -> NothingToDo {
    NothingToDo(
      standing: try await archive.standing(
        of: job.scope, idleSeconds: job.job.policy.trigger.idleSeconds, isBackfill: isBackfill),
      earlierJobs: job.earlierJobs, isBackfill: isBackfill)
  }
}

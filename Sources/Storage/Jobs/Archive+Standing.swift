import PostgresClient

/// Where the conversations of a job stand: why a run of it finds some, or none.
public struct Standing: Sendable, Equatable {
  /// Of the whole database.
  public var conversations: Int64
  /// Those that the job selects.
  public var selected: Int64
  /// Of those, how many belong to each job before it, in their order.
  public var taken: [Int64]
  /// What is left for it.
  public var own: Int64
  /// Of its own.
  public var due: Int64
  /// Of those that a run could look at (the due ones, or all for a backfill), why it does not; each counts once.
  public var held: Int64
  public var quarantined: Int64
  public var claimed: Int64
  public var notIdle: Int64
}

extension Archive {
  /// Counts where the conversations of a job stand. Reads every conversation's row.
  ///
  /// - Parameters:
  ///   - idleSeconds: for how long a conversation must have had no append.
  ///   - isBackfill: whether all of its conversations are to be looked at, rather than the due ones.
  public func standing(of job: JobScope, idleSeconds: Int, isBackfill: Bool) async throws -> Standing {
    let own = job.condition
    let looked: SQL = "(\(own)) AND (\(isBackfill) OR d.conversation IS NOT NULL)"
    let isFree: SQL = "k.held_since IS NULL AND k.quarantined_since IS NULL"
    let isClaimed: SQL = "coalesce(k.expires_at > now(), false)"
    let isIdle: SQL =
      isBackfill ? "true" : "c.last_appended_at <= now() - make_interval(secs => \(Double(idleSeconds)))"
    var taken: SQL = "ARRAY["
    for (index, filter) in job.earlier.enumerated() {
      let other = JobScope(filter, earlier: Array(job.earlier[..<index])).condition
      if index > 0 { taken.append(", ") }
      taken.append("count(*) FILTER (WHERE (\(job.filter.condition)) AND \(other))")
    }
    taken.append("]::bigint[]")
    let row = try await database.query(
      """
      SELECT count(*), count(*) FILTER (WHERE \(job.filter.condition)), \(taken), count(*) FILTER (WHERE \(own)),
        count(*) FILTER (WHERE (\(own)) AND d.conversation IS NOT NULL),
        count(*) FILTER (WHERE \(looked) AND k.held_since IS NOT NULL),
        count(*) FILTER (WHERE \(looked) AND k.held_since IS NULL AND k.quarantined_since IS NOT NULL),
        count(*) FILTER (WHERE \(looked) AND \(isFree) AND \(isClaimed)),
        count(*) FILTER (WHERE \(looked) AND \(isFree) AND NOT \(isClaimed) AND NOT (\(isIdle)))
      FROM compactor.conversations c
      JOIN compactor.claims k ON k.conversation = c.number
      LEFT JOIN compactor.due d ON d.conversation = c.number AND d.since <= now()
      """
    ).first
    guard let row else { throw PostgresError(.decoding, message: "standing: found no row") }
    return Standing(
      conversations: try row.decode(0), selected: try row.decode(1), taken: try row.decode(2), own: try row.decode(3),
      due: try row.decode(4), held: try row.decode(5), quarantined: try row.decode(6), claimed: try row.decode(7),
      notIdle: try row.decode(8))
  }
}

import PostgresClient

/// What a rollback did.
public struct Rollback: Sendable, Equatable {
  /// Conversations of which a revision was rolled back.
  public var conversations: Int
  /// Those that now show an earlier revision rather than the originals.
  public var showEarlier: Int
  /// Of all, those of which only shadow revisions were undone: readers never had them.
  public var shadows = 0
}

extension Archive {
  /// Rolls back the latest live revision of a conversation (the latest shadow one where none is live), or every revision
  /// of a run, live or shadow, and holds the conversations until ``release(conversation:run:everything:)``.
  ///
  /// The claim's epoch is raised: whatever a worker planned before is refused at its commit. Readers get the revision
  /// before, or the originals where there is none.
  ///
  /// - Parameters:
  ///   - user: who did it; the database's user where `nil`.
  ///   - reason: kept with the revision, and with the hold.
  public func rollBack(conversation: Int64? = nil, run: Int64? = nil, by user: String?, reason: String?) async throws
    -> Rollback
  {
    // Of one conversation, the one that readers get.
    let wanted: SQL = """
      r.state IN ('live', 'shadow')
        AND (\(run)::bigint IS NOT NULL AND r.run = \(run)
          OR \(conversation)::bigint IS NOT NULL AND r.conversation = \(conversation) AND r.revision = (
            SELECT l.revision FROM compactor.revisions l
            WHERE l.conversation = r.conversation AND l.state IN ('live', 'shadow')
            ORDER BY l.state = 'live' DESC, l.revision DESC LIMIT 1))
      """
    return try await database.withTransaction { connection in
      let numbers = try await connection.query(
        "SELECT DISTINCT r.conversation FROM compactor.revisions r WHERE \(wanted) ORDER BY r.conversation"
      ).map { try $0.decode(0, as: Int64.self) }
      guard !numbers.isEmpty else { return Rollback(conversations: 0, showEarlier: 0) }
      try await connection.query(
        """
        UPDATE compactor.claims k
        SET epoch = k.epoch + 1, token = NULL, expires_at = NULL, worker = NULL,
          held_since = coalesce(k.held_since, now()),
          held_reason = coalesce(
            k.held_reason, \(reason), 'rolled back by ' || coalesce(\(user), session_user::text))
        FROM (
          SELECT conversation FROM compactor.claims WHERE conversation = ANY (\(numbers))
          ORDER BY conversation FOR UPDATE
        ) AS mine
        WHERE k.conversation = mine.conversation
        """)
      // A rolled-back row has the time of its publication only if it was live.
      let undone = try await connection.query(
        """
        UPDATE compactor.revisions r
        SET state = 'rolled_back', rolled_back_at = now(), rolled_back_by = coalesce(\(user), session_user::text),
          rolled_back_reason = \(reason)
        WHERE r.conversation = ANY (\(numbers)) AND \(wanted)
        RETURNING r.conversation, r.published_at IS NOT NULL
        """
      ).map { try $0.values(Int64.self, Bool.self) }
      let earlier = try await connection.query(
        """
        SELECT count(DISTINCT conversation) FROM compactor.revisions
        WHERE conversation = ANY (\(numbers)) AND state = 'live'
        """
      ).first?.decode(0, as: Int64.self)
      let all = Set(undone.map(\.0))
      let live = Set(undone.filter(\.1).map(\.0))
      return Rollback(
        conversations: all.count, showEarlier: Int(earlier ?? 0), shadows: all.subtracting(live).count)
    }
  }

  /// Lets workers claim conversations again that a rollback held back or a fault quarantined, and marks them as due.
  ///
  /// - Returns: how many.
  public func release(conversation: Int64? = nil, run: Int64? = nil, everything: Bool = false) async throws -> Int {
    try await database.withTransaction { connection in
      let numbers = try await connection.query(
        """
        UPDATE compactor.claims k
        SET held_since = NULL, held_reason = NULL, quarantined_since = NULL, quarantined_reason = NULL, attempts = 0,
          crashes = 0
        WHERE (k.held_since IS NOT NULL OR k.quarantined_since IS NOT NULL)
          AND (\(everything)
            OR (\(conversation)::bigint IS NOT NULL AND k.conversation = \(conversation))
            OR (\(run)::bigint IS NOT NULL AND k.conversation IN (
              SELECT conversation FROM compactor.revisions WHERE run = \(run))))
        RETURNING k.conversation
        """
      ).map { try $0.decode(0, as: Int64.self) }
      try await connection.query(
        """
        INSERT INTO compactor.due (conversation, since)
        SELECT number, now() FROM compactor.conversations WHERE number = ANY (\(numbers.sorted())) ORDER BY number
        ON CONFLICT (conversation) DO UPDATE SET since = excluded.since WHERE due.since > excluded.since
        """)
      return numbers.count
    }
  }

  /// Why a conversation is not claimed at the moment.
  public func claimState(of conversation: Int64) async throws -> ClaimState? {
    try await database.query(
      """
      SELECT epoch, worker IS NOT NULL AND expires_at > now(), expires_at, held_since, held_reason, quarantined_since,
        quarantined_reason, attempts, crashes, run
      FROM compactor.claims WHERE conversation = \(conversation)
      """
    ).first.map { row in
      func time(_ column: Int) throws -> Int64? {
        try row.decode(column, as: PostgresTimestamp?.self)?.microseconds
      }
      return ClaimState(
        epoch: try row.decode(0), isClaimed: try row.decode(1, as: Bool?.self) ?? false, expiresAt: try time(2),
        heldSince: try time(3), heldReason: try row.decode(4), quarantinedSince: try time(5),
        quarantinedReason: try row.decode(6), attempts: Int(try row.decode(7, as: Int32.self)),
        crashes: Int(try row.decode(8, as: Int32.self)), run: try row.decode(9))
    }
  }
}

/// A row of `compactor.claims` as it is shown; times in microseconds since 1970.
public struct ClaimState: Sendable, Equatable {
  public var epoch: Int64
  public var isClaimed: Bool
  public var expiresAt: Int64?
  public var heldSince: Int64?
  public var heldReason: String?
  public var quarantinedSince: Int64?
  public var quarantinedReason: String?
  public var attempts: Int
  public var crashes: Int
  public var run: Int64?
}

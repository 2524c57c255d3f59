public import Compaction
import PostgresClient

/// What a look at a conversation found: the size at which its plan can change next.
public struct Look: Sendable, Equatable {
  /// `conversations.number`.
  public var conversation: Int64
  /// As `conversations.entries` counts, all branches; `nil` is never.
  public var entries: Int64?
  /// As `conversations.bytes` counts; `nil` is never.
  public var bytes: Int64?
  /// Microseconds since 1970: then, whatever the size; `nil` is never.
  public var at: Int64?

  /// Turns what planning says of the active branch into what an append can compare.
  ///
  /// A token is never shorter than a byte of the stored form, so that as many bytes as tokens are missing is early,
  /// never late.
  public init(_ next: NextLook, for claimed: ClaimedConversation, activeEntries: Int, activeTokens: Int) {
    conversation = claimed.claim.conversation
    entries = next.entries.map { Int64(claimed.entries) + max(1, Int64($0 - activeEntries)) }
    bytes = next.tokens.map { claimed.bytes + max(1, Int64($0 - activeTokens)) }
    at = next.at
  }

  public init(conversation: Int64, entries: Int64?, bytes: Int64?, at: Int64? = nil) {
    self.conversation = conversation
    self.entries = entries
    self.bytes = bytes
    self.at = at
  }

  /// No timestamp of the database is later.
  private static let latest: Int64 = 9_000_000_000_000_000

  fileprivate var moment: PostgresTimestamp? { at.map { PostgresTimestamp(microseconds: min($0, Self.latest)) } }
}

extension Archive {
  /// Writes down when to look next, and clears the due mark where nothing was appended beyond that meanwhile.
  ///
  /// A row that someone is appending to is passed over: it stays due, and the next look is a short one.
  public func finish(_ looks: [Look]) async throws {
    guard !looks.isEmpty else { return }
    let looks = looks.sorted { $0.conversation < $1.conversation }
    let span: SQL = "BETWEEN \(looks[0].conversation) AND \(looks[looks.count - 1].conversation)"
    // Where only time is wanting, the mark stays for then.
    let waits = looks.contains { $0.at != nil }
    let waiting: SQL =
      !waits
      ? ""
      : """
      , waiting AS (
        INSERT INTO compactor.due (conversation, since)
        SELECT looked.number, w.since FROM looked
        JOIN unnest(\(looks.map(\.conversation)), \(looks.map(\.moment))) AS w (number, since) USING (number)
        WHERE looked.reached IS NOT TRUE AND w.since IS NOT NULL
        ON CONFLICT (conversation) DO UPDATE SET since = excluded.since
        RETURNING conversation
      )
      """
    let others: SQL = waits ? "AND d.conversation NOT IN (SELECT conversation FROM waiting)" : ""
    try await database.query(
      """
      WITH looked AS (
        UPDATE compactor.conversations c
        SET look_at_entries = l.entries, look_at_bytes = l.bytes
        FROM (
          SELECT l.number, l.entries::int, l.bytes
          FROM unnest(
            \(looks.map(\.conversation)), \(looks.map { $0.entries.map { min($0, Int64(Int32.max)) } }),
            \(looks.map(\.bytes))) AS l (number, entries, bytes)
          CROSS JOIN LATERAL (
            SELECT FROM compactor.conversations c WHERE c.number = l.number FOR NO KEY UPDATE SKIP LOCKED
          ) AS row
        ) AS l
        WHERE c.number = l.number AND c.number \(span)
        RETURNING c.number, c.entries >= c.look_at_entries OR c.bytes >= c.look_at_bytes AS reached
      )\(waiting)
      DELETE FROM compactor.due d USING looked
      WHERE d.conversation = looked.number AND d.conversation \(span) AND looked.reached IS NOT TRUE \(others)
      """)
  }
}

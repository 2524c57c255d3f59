import PostgresClient

/// The state of the archive, for `compactor status` and the gauges.
public struct ArchiveStatus: Sendable, Equatable {
  public var conversations: Int64
  public var due: Int64
  public var held: Int64
  public var quarantined: Int64
  public var claimed: Int64
  /// Conversations with a live revision.
  public var compacted: Int64
  /// Seconds since the oldest due conversation became due; 0 where none is.
  public var oldestDueSeconds: Double
  /// The database's clock, microseconds since 1970.
  public var now: Int64
}

extension Archive {
  /// Counts what is there; one statement. The number of conversations is PostgreSQL's estimate where they are many.
  public func status() async throws -> ArchiveStatus {
    let row = try await database.query(
      """
      SELECT
        (SELECT CASE WHEN reltuples > 1000000 THEN reltuples::bigint
          ELSE (SELECT count(*) FROM compactor.conversations) END
          FROM pg_class WHERE oid = 'compactor.conversations'::regclass),
        (SELECT count(*) FROM compactor.due WHERE since <= now()),
        (SELECT count(*) FROM compactor.claims WHERE held_since IS NOT NULL),
        (SELECT count(*) FROM compactor.claims WHERE quarantined_since IS NOT NULL),
        (SELECT count(*) FROM compactor.claims WHERE token IS NOT NULL AND expires_at > now()),
        (SELECT count(DISTINCT conversation) FROM compactor.revisions WHERE state = 'live'),
        (SELECT coalesce(extract(epoch FROM now() - min(since)), 0)::float8 FROM compactor.due WHERE since <= now()),
        now()
      """
    ).first
    guard let row else { throw PostgresError(.decoding, message: "status: found no row") }
    return ArchiveStatus(
      conversations: try row.decode(0), due: try row.decode(1), held: try row.decode(2), quarantined: try row.decode(3),
      claimed: try row.decode(4), compacted: try row.decode(5), oldestDueSeconds: try row.decode(6),
      now: try row.decode(7, as: PostgresTimestamp.self).microseconds)
  }
}

import PostgresClient

/// What is stored of a conversation, to be compared with what a file has.
public struct StoredContent: Sendable, Equatable {
  /// Of all branches.
  public var messages: Int
  /// SHA-256 over the SHA-256 of each message's text as it came, in order.
  public var digest: [UInt8]
  /// The same over the first messages only, as many as were asked for.
  public var firstDigest: [UInt8]
}

extension Archive {
  /// What is stored of a conversation; `nil` where it is not there. Reads every message of it.
  ///
  /// - Parameter first: over how many messages the second digest is taken.
  public func content(tenant: String, key: String, first: Int) async throws -> StoredContent? {
    try await database.query(
      """
      SELECT c.messages, sha256(coalesce(all_of_it.digests, '')), sha256(coalesce(all_of_it.first_digests, ''))
      FROM compactor.conversations c
      CROSS JOIN LATERAL (
        SELECT string_agg(m.digest, ''::bytea ORDER BY m.message) AS digests,
          string_agg(m.digest, ''::bytea ORDER BY m.message) FILTER (WHERE m.message <= \(Int64(first))) AS first_digests
        FROM (
          SELECT e.message, sha256(convert_to(coalesce(e.original::text, ''), 'UTF8')) AS digest
          FROM compactor.entries e WHERE e.conversation = c.number AND e.part = 0
        ) AS m
      ) AS all_of_it
      WHERE c.tenant = \(tenant) AND c.key = \(key)
      """, deadline: .seconds(600)
    ).first.map { row in
      StoredContent(
        messages: Int(try row.decode(0, as: Int32.self)), digest: try row.decode(1), firstDigest: try row.decode(2))
    }
  }
}

import PostgresClient
import Transcripts

/// A stretch of one conversation's entries.
public struct EntrySpan: Sendable, Equatable {
  /// `conversations.number`.
  public var conversation: Int64
  public var first: Int32
  public var last: Int32

  public init(conversation: Int64, first: Int32, last: Int32) {
    self.conversation = conversation
    self.first = first
    self.last = last
  }
}

extension Archive {
  /// Calls the body with the entries in the spans, those of a conversation in order of position.
  ///
  /// The rows of one call are in memory together: callers bound them by the bytes that `conversations.bytes` counts,
  /// or by `limit`, which is for each span.
  public func forEachEntry(
    in spans: [EntrySpan], limit: Int = .max, allBranches: Bool = false, _ body: (StoredEntry) throws -> Void
  ) async throws {
    guard !spans.isEmpty else { return }
    let rows = try await database.query(
      spans.count == 1 ? Self.select(spans[0], limit, allBranches) : Self.select(spans, limit, allBranches))
    for row in rows { try body(try entry(row)) }
  }

  private static let columns: SQL = """
    e.conversation, e.position, e.message, e.part, e.parts, e.kind::text, e.opaque, e.ill_formed, e.bytes, e."time",
    e.original, e.chat, e.erased_at IS NOT NULL, e.branch, e.appended_at
    """

  /// One span names its conversation, so that the server plans for one partition: for all of them, planning takes ten
  /// times as long as reading.
  private static func select(_ span: EntrySpan, _ limit: Int, _ allBranches: Bool) -> SQL {
    """
    SELECT \(columns)
    FROM compactor.entries e
    WHERE e.conversation = \(span.conversation) AND e.position BETWEEN \(span.first) AND \(span.last)
      AND (e.branch = 0 OR \(allBranches))
    ORDER BY e.position LIMIT \(Int64(clamping: limit))
    """
  }

  private static func select(_ spans: [EntrySpan], _ limit: Int, _ allBranches: Bool) -> SQL {
    """
    SELECT \(columns)
    FROM unnest(\(spans.map(\.conversation)), \(spans.map(\.first)), \(spans.map(\.last)))
      AS span (conversation, first, last)
    CROSS JOIN LATERAL (
      SELECT * FROM compactor.entries e
      WHERE e.conversation = span.conversation AND e.position BETWEEN span.first AND span.last
        AND (e.branch = 0 OR \(allBranches))
      ORDER BY e.position LIMIT \(Int64(clamping: limit))
    ) AS e
    """
  }

  private func entry(_ row: PostgresRow) throws -> StoredEntry {
    let conversation: Int64 = try row.decode(0)
    let position: Int32 = try row.decode(1)
    let word: String = try row.decode(5)
    guard let kind = EntryKind(name: word) else {
      throw DamagedRow(conversation: conversation, what: "position \(position): found the kind '\(word)'")
    }
    func bytes(_ column: Int) -> [UInt8]? { row.withBytes(column) { $0.map { [UInt8]($0) } } }
    return StoredEntry(
      conversation: conversation, position: position, message: try row.decode(2),
      part: Int(try row.decode(3, as: Int16.self)), parts: Int(try row.decode(4, as: Int16.self)), kind: kind,
      isOpaque: try row.decode(6), isIllFormed: try row.decode(7), bytes: try row.decode(8),
      time: try row.decode(9, as: PostgresTimestamp?.self)?.microseconds,
      appendedAt: try row.decode(14, as: PostgresTimestamp.self).microseconds, original: bytes(10), chat: bytes(11),
      isErased: try row.decode(12), branch: try row.decode(13))
  }
}

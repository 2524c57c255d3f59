import PostgresClient

/// A header block as it is stored.
public struct StoredHeaderBlock: Sendable {
  public var conversation: Int64
  public var first: Int32
  public var last: Int32
  public var entries: Int
  public var format: Int16
  public var bytes: [UInt8]

  public init(conversation: Int64, first: Int32, last: Int32, entries: Int, format: Int16, bytes: [UInt8]) {
    self.conversation = conversation
    self.first = first
    self.last = last
    self.entries = entries
    self.format = format
    self.bytes = bytes
  }
}

extension Archive {
  /// The header blocks of these conversations by one tokenizer, in order of conversation and position.
  public func headerBlocks(of conversations: [Int64], tokenizer: String) async throws -> [StoredHeaderBlock] {
    try await database.query(
      """
      SELECT conversation, first_position, last_position, entries, format, block
      FROM compactor.header_blocks
      WHERE conversation = ANY (\(conversations)) AND tokenizer = \(tokenizer)
      ORDER BY conversation, first_position
      """
    ).map { row in
      StoredHeaderBlock(
        conversation: try row.decode(0), first: try row.decode(1), last: try row.decode(2),
        entries: Int(try row.decode(3, as: Int32.self)), format: try row.decode(4), bytes: try row.decode(5))
    }
  }

  /// Writes blocks; those that another worker has written meanwhile are left as they are.
  public func keep(_ blocks: [StoredHeaderBlock], tokenizer: String) async throws {
    guard !blocks.isEmpty else { return }
    try await database.query(
      """
      INSERT INTO compactor.header_blocks (conversation, tokenizer, first_position, last_position, entries, format, block)
      SELECT conversation, \(tokenizer), first, last, entries, format, block
      FROM unnest(
        \(blocks.map(\.conversation)), \(blocks.map(\.first)), \(blocks.map(\.last)), \(blocks.map { Int32($0.entries) }),
        \(blocks.map(\.format)), \(blocks.map(\.bytes))) AS b (conversation, first, last, entries, format, block)
      ON CONFLICT DO NOTHING
      """)
  }

  /// The positions that the application pinned in these conversations.
  public func pins(of conversations: [Int64]) async throws -> [Int64: [Int32]] {
    var pins: [Int64: [Int32]] = [:]
    let rows = try await database.query(
      """
      SELECT asked.conversation, pin.position
      FROM unnest(\(conversations)) AS asked (conversation)
      CROSS JOIN LATERAL (SELECT position FROM compactor.pins p WHERE p.conversation = asked.conversation OFFSET 0) AS pin
      """)
    for row in rows { pins[try row.decode(0), default: []].append(try row.decode(1)) }
    return pins
  }

  /// The positions of messages whose own `metadata` has every field of a JSON object with its value. Reads payloads.
  public func positions(of conversations: [Int64], withMetadata metadata: String) async throws -> [Int64: [Int32]] {
    var positions: [Int64: [Int32]] = [:]
    let rows = try await database.query(
      """
      SELECT asked.conversation, part.position
      FROM unnest(\(conversations)) AS asked (conversation)
      CROSS JOIN LATERAL (
        SELECT e.position, e.parts FROM compactor.entries e
        WHERE e.conversation = asked.conversation AND e.branch = 0 AND e.original IS NOT NULL
          AND CASE json_typeof(e.original -> 'metadata')
            WHEN 'object' THEN (e.original -> 'metadata')::text::jsonb @> \(metadata)::text::jsonb ELSE false END
        OFFSET 0
      ) AS message
      CROSS JOIN LATERAL generate_series(message.position, message.position + message.parts - 1) AS part (position)
      """)
    for row in rows { positions[try row.decode(0), default: []].append(try row.decode(1)) }
    return positions
  }
}

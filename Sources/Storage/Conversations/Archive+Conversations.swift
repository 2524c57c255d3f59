import PostgresClient

/// A row of `compactor.conversations`, without its envelope.
public struct ConversationRecord: Sendable, Equatable {
  public var number: Int64
  public var tenant: String
  public var key: String
  public var format: String
  /// A JSON object.
  public var metadata: String
  /// Of all branches.
  public var entries: Int
  public var messages: Int
  public var bytes: Int64
  public var lastPosition: Int32
  /// Microseconds since 1970, as all times here.
  public var createdAt: Int64
  public var lastAppendedAt: Int64?
  public var dueSince: Int64?
  public var lookAtEntries: Int?
  public var lookAtBytes: Int64?
  /// A time to come, where it is due then whatever its size.
  public var lookAt: Int64?

  /// Its name for a person, which commands take: the key, behind its tenant where that is not the default one.
  public var name: String { conversationName(key: key, tenant: tenant) }
}

/// How a conversation is printed: `KEY`, or `TENANT/KEY` where the tenant is not the default one.
public func conversationName(key: String, tenant: String?) -> String {
  tenant == nil || tenant == "default" ? key : "\(tenant ?? "")/\(key)"
}

extension Archive {
  private static let columns: SQL = """
    c.number, c.tenant, c.key, c.format, c.metadata::text, c.entries, c.messages, c.bytes, c.last_position,
    c.created_at, c.last_appended_at, (SELECT since FROM compactor.due d WHERE d.conversation = c.number AND d.since <= now()),
    c.look_at_entries, c.look_at_bytes,
    (SELECT since FROM compactor.due d WHERE d.conversation = c.number AND d.since > now())
    """

  private func record(_ row: PostgresRow) throws -> ConversationRecord {
    func time(_ column: Int) throws -> Int64? {
      try row.decode(column, as: PostgresTimestamp?.self)?.microseconds
    }
    return ConversationRecord(
      number: try row.decode(0), tenant: try row.decode(1), key: try row.decode(2), format: try row.decode(3),
      metadata: try row.decode(4), entries: Int(try row.decode(5, as: Int32.self)),
      messages: Int(try row.decode(6, as: Int32.self)), bytes: try row.decode(7), lastPosition: try row.decode(8),
      createdAt: try time(9) ?? 0, lastAppendedAt: try time(10), dueSince: try time(11),
      lookAtEntries: try row.decode(12, as: Int32?.self).map { Int($0) }, lookAtBytes: try row.decode(13),
      lookAt: try time(14))
  }

  /// The conversations with this key, one for each tenant that has it.
  public func conversations(key: String, tenant: String? = nil) async throws -> [ConversationRecord] {
    try await database.query(
      """
      SELECT \(Self.columns) FROM compactor.conversations c
      WHERE c.key = \(key) AND (\(tenant)::text IS NULL OR c.tenant = \(tenant)) ORDER BY c.tenant LIMIT 100
      """
    ).map(record)
  }

  /// The conversations that a word may mean: those with this key, and those that it names with their tenant before a
  /// slash, as records are printed.
  public func conversations(word: String) async throws -> [ConversationRecord] {
    let pairs = word.indices.filter { word[$0] == "/" }.prefix(32).compactMap {
      slash -> (tenant: String, key: String)? in
      let (tenant, key) = (word[..<slash], word[word.index(after: slash)...])
      return tenant.isEmpty || key.isEmpty ? nil : (String(tenant), String(key))
    }
    return try await database.query(
      """
      SELECT \(Self.columns) FROM compactor.conversations c
      WHERE c.key = \(word)
        OR (c.tenant, c.key) IN (SELECT * FROM unnest(\(pairs.map(\.tenant)), \(pairs.map(\.key))))
      ORDER BY c.tenant, c.key LIMIT 100
      """
    ).map(record)
  }

  public func conversation(_ number: Int64) async throws -> ConversationRecord? {
    try await database.query("SELECT \(Self.columns) FROM compactor.conversations c WHERE c.number = \(number)")
      .first.map(record)
  }

  /// Conversations in order of number, a page at a time.
  public func conversations(
    in filter: ConversationFilter, after: Int64, limit: Int
  ) async throws -> [ConversationRecord] {
    try await database.query(
      """
      SELECT \(Self.columns) FROM compactor.conversations c
      WHERE c.number > \(after) AND \(filter.condition) ORDER BY c.number LIMIT \(Int64(limit))
      """
    ).map(record)
  }

  /// So many conversations, drawn by a seed; the same ones as long as the filter matches the same.
  public func sample(of filter: ConversationFilter, seed: Int, limit: Int) async throws -> [ConversationRecord] {
    try await database.query(
      """
      SELECT \(Self.columns) FROM compactor.conversations c
      WHERE \(filter.condition) ORDER BY hashint8extended(c.number, \(Int64(seed))), c.number LIMIT \(Int64(limit))
      """
    ).map(record)
  }

  /// What surrounds the messages of a conversation, where it was imported with something.
  public func envelope(of conversation: Int64) async throws -> String? {
    try await database.query("SELECT envelope::text FROM compactor.conversations WHERE number = \(conversation)")
      .first?.decode(0)
  }

  /// How many conversations a job has.
  ///
  /// - Parameter last: only those up to this number.
  public func count(of job: JobScope, through last: Int64 = .max) async throws -> Int64 {
    try await database.query(
      "SELECT count(*) FROM compactor.conversations c WHERE c.number <= \(last) AND \(job.condition)"
    ).first?.decode(0) ?? 0
  }

  /// Whether the conversation is one of the job's own.
  public func belongs(_ conversation: Int64, to job: JobScope) async throws -> Bool {
    try await database.query(
      "SELECT EXISTS (SELECT FROM compactor.conversations c WHERE c.number = \(conversation) AND \(job.condition))"
    ).first?.decode(0) ?? false
  }
}

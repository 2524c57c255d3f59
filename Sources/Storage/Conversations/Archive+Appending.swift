public import PostgresClient
public import Transcripts

/// An entry to be stored.
public struct NewEntry: Sendable {
  /// Which message it came in, counted within this call from 1.
  public var message: Int32
  public var part: Int16
  public var parts: Int16
  public var branch: Int32
  public var kind: EntryKind
  public var isOpaque: Bool
  public var isIllFormed: Bool
  /// The message's JSON text, on its part 0.
  public var original: String?
  /// The entry alone as an OpenAI chat message, where the format is another.
  public var chat: String?
  /// Microseconds since 1970.
  public var time: Int64?

  public init(
    message: Int32, part: Int16, parts: Int16, branch: Int32, kind: EntryKind, isOpaque: Bool, isIllFormed: Bool,
    original: String?, chat: String?, time: Int64?
  ) {
    self.message = message
    self.part = part
    self.parts = parts
    self.branch = branch
    self.kind = kind
    self.isOpaque = isOpaque
    self.isIllFormed = isIllFormed
    self.original = original
    self.chat = chat
    self.time = time
  }
}

/// The conversation that entries are for.
public struct NewConversation: Sendable {
  public var tenant: String
  public var key: String
  public var format: String
  /// What surrounds the messages in the file it came from, for export.
  public var envelope: String?
  /// A JSON object, merged into what is there.
  public var metadata: String?

  public init(tenant: String, key: String, format: String, envelope: String?, metadata: String?) {
    self.tenant = tenant
    self.key = key
    self.format = format
    self.envelope = envelope
    self.metadata = metadata
  }
}

extension Archive {
  /// The SQLSTATE of ``Writer/append(_:to:expectedLength:replacements:)`` where the conversation has another length.
  public static let unexpectedLength = SQLState(rawValue: "TC001")
  /// The SQLSTATE where the conversation has another format.
  public static let otherFormat = SQLState(rawValue: "TC003")

  /// Runs appends in one transaction: all of them are visible together, or none is.
  @discardableResult
  public func appending<Value: Sendable>(_ body: (Writer) async throws -> Value) async throws -> Value {
    try await database.withTransaction { try await body(Writer(connection: $0)) }
  }

  /// Appends within a transaction.
  public struct Writer {
    let connection: PostgresConnection

    /// Adds entries at the end of a conversation, which is made where it is not there.
    ///
    /// - Parameters:
    ///   - expectedLength: messages that the conversation must hold before; any number where `nil`.
    ///   - replacements: characters that were replaced on the way in.
    /// - Returns: whether it was this call that made the conversation.
    @discardableResult
    public func append(
      _ entries: [NewEntry], to conversation: NewConversation, expectedLength: Int32?, replacements: Int
    ) async throws -> Bool {
      let none: String? = nil
      let rows = try await connection.query(
        """
        SELECT created FROM compactor.add_entries(
          \(conversation.tenant), \(conversation.key), \(conversation.format),
          \(conversation.envelope.map { PostgresJSON($0) }), \(conversation.metadata)::text::jsonb, \(none), NULL,
          \(expectedLength), \(Int32(clamping: replacements)),
          \(entries.map(\.message)), \(entries.map(\.part)), \(entries.map(\.parts)), \(entries.map(\.branch)),
          \(entries.map(\.kind.name))::text[]::compactor.entry_kind[], \(entries.map(\.isOpaque)),
          \(entries.map(\.isIllFormed)), \(entries.map { $0.original.map { PostgresJSON($0) } }),
          \(entries.map { $0.chat.map { PostgresJSON($0) } }),
          \(entries.map { $0.time.map { PostgresTimestamp(microseconds: $0) } }))
        """)
      return try rows.first?.decode(0, as: Bool.self) ?? false
    }
  }
}

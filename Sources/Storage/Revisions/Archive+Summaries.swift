import PostgresClient

extension Archive {
  /// The last positions that summaries of a conversation covered, ascending; those of revisions that are not live as
  /// well, since what was bought for them is kept.
  public func summaryEnds(of conversation: Int64) async throws -> [Int32] {
    try await database.query(
      """
      SELECT DISTINCT upper(covered) - 1 AS last FROM compactor.summaries
      WHERE conversation = \(conversation) AND NOT isempty(covered) ORDER BY last
      """
    ).map { try $0.decode(0) }
  }

  /// Whether the conversation's metadata has each field of a JSON object with its value.
  public func hasMetadata(_ fields: String, conversation: Int64) async throws -> Bool {
    let rows = try await database.query(
      """
      SELECT metadata @> \(PostgresJSON(fields))::jsonb FROM compactor.conversations WHERE number = \(conversation)
      """)
    return try rows.first?.decode(0) ?? false
  }
}

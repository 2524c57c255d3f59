import PostgresClient

/// The answer to one request to a model, kept so that it is not bought again.
public struct ModelResult: Sendable, Equatable {
  /// SHA-256 of what was asked, and of whom.
  public var digest: [UInt8]
  public var model: String
  public var prompt: String
  public var text: String
  public var finishReason: String?
  public var inputTokens: Int
  public var cachedTokens: Int
  public var outputTokens: Int
  /// US dollars as decimal text.
  public var cost: String

  public init(
    digest: [UInt8], model: String, prompt: String, text: String, finishReason: String?, inputTokens: Int,
    cachedTokens: Int, outputTokens: Int, cost: String
  ) {
    self.digest = digest
    self.model = model
    self.prompt = prompt
    self.text = text
    self.finishReason = finishReason
    self.inputTokens = inputTokens
    self.cachedTokens = cachedTokens
    self.outputTokens = outputTokens
    self.cost = cost
  }
}

extension Archive {
  /// Those of the conversations for which a result is there.
  public func conversationsWithResults(among conversations: [Int64]) async throws -> Set<Int64> {
    let rows = try await database.query(
      """
      SELECT asked.conversation
      FROM unnest(\(conversations)) AS asked (conversation)
      CROSS JOIN LATERAL (SELECT FROM compactor.model_results r WHERE r.conversation = asked.conversation LIMIT 1) AS kept
      """)
    return Set(try rows.map { try $0.decode(0) })
  }

  /// The results that are there for these requests of a conversation.
  public func modelResults(of conversation: Int64, digests: [[UInt8]]) async throws -> [ModelResult] {
    try await database.query(
      """
      SELECT digest, model, prompt, text, finish_reason, input_tokens, cached_tokens, output_tokens, cost
      FROM compactor.model_results WHERE conversation = \(conversation) AND digest = ANY (\(digests))
      """
    ).map { row in
      ModelResult(
        digest: try row.decode(0), model: try row.decode(1), prompt: try row.decode(2), text: try row.decode(3),
        finishReason: try row.decode(4), inputTokens: Int(try row.decode(5, as: Int64.self)),
        cachedTokens: Int(try row.decode(6, as: Int64.self)), outputTokens: Int(try row.decode(7, as: Int64.self)),
        cost: try row.decode(8, as: PostgresNumeric.self).text)
    }
  }

  /// Keeps a result at once, whatever becomes of the attempt that bought it.
  public func keep(_ result: ModelResult, of conversation: Int64, tenant: String, run: Int64) async throws {
    try await database.query(
      """
      INSERT INTO compactor.model_results (
        conversation, run, input_tokens, cached_tokens, output_tokens, digest, tenant, model, prompt, finish_reason,
        text, cost)
      VALUES (\(conversation), \(run), \(Int64(result.inputTokens)), \(Int64(result.cachedTokens)),
        \(Int64(result.outputTokens)), \(result.digest), \(tenant), \(result.model), \(result.prompt),
        \(result.finishReason), \(result.text), \(result.cost)::text::numeric)
      ON CONFLICT (conversation, digest) DO NOTHING
      """)
  }
}

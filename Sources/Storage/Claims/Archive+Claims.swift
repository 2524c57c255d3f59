import FoundationEssentials
import PostgresClient

extension Archive {
  static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  /// Claims up to `limit` conversations, in order of number, passing over what others are claiming at the moment.
  ///
  /// Only rows of `compactor.claims` are locked, so that appends go on. The attempt is counted here, and a lease that
  /// was found expired as a crash: a conversation that kills its workers runs out of attempts.
  public func claim(_ request: ClaimRequest) async throws -> [ClaimedConversation] {
    let rows = try await database.query(
      """
      WITH candidate AS MATERIALIZED (
        SELECT c.number, c.tenant, c.format, c.entries, c.bytes, c.last_position, c.last_appended_at
        FROM \(source(request.scope))
        WHERE \(stretch(request)) AND \(condition(request.scope))
          AND (k.expires_at IS NULL OR k.expires_at < now()
            OR \(request.isRepeated) AND k.worker = \(request.worker) AND k.run = \(request.run))
          AND k.held_since IS NULL AND k.quarantined_since IS NULL
          AND \(request.job.condition)
        ORDER BY c.number
        LIMIT \(Int64(request.limit))
        FOR UPDATE OF k SKIP LOCKED
      )
      UPDATE compactor.claims k
      SET epoch = k.epoch + 1, token = gen_random_uuid(), worker = \(request.worker), run = \(request.run),
        claimed_at = now(), expires_at = now() + make_interval(secs => \(Double(request.leaseSeconds))),
        attempts = k.attempts + 1, crashes = k.crashes + (k.expires_at < now() IS TRUE)::int
      FROM candidate c
      WHERE k.conversation = c.number
        -- Where they lie, found by then: or the planner, who cannot know, reads the whole table for each batch.
        AND k.conversation >= (SELECT min(number) FROM candidate) AND k.conversation <= (SELECT max(number) FROM candidate)
      RETURNING k.conversation, k.epoch, k.token, k.attempts, k.crashes, c.tenant, c.format, c.entries, c.bytes,
        c.last_position, c.last_appended_at, k.claimed_at
      """)
    var claimed = try rows.map { row in
      ClaimedConversation(
        claim: Claim(conversation: try row.decode(0), epoch: try row.decode(1), token: try row.decode(2)),
        tenant: try row.decode(5), format: try row.decode(6), entries: Int(try row.decode(7, as: Int32.self)),
        bytes: try row.decode(8), lastPosition: try row.decode(9),
        lastAppend: try row.decode(10, as: PostgresTimestamp?.self)?.microseconds ?? 0,
        claimedAt: try row.decode(11, as: PostgresTimestamp.self).microseconds,
        attempts: Int(try row.decode(3, as: Int32.self)), crashes: Int(try row.decode(4, as: Int32.self)))
    }
    claimed.sort { $0.claim.conversation < $1.claim.conversation }
    return claimed
  }

  /// What ``claim(_:)`` would claim, without claiming it: the claims are of epoch 0 and nobody's.
  public func candidates(_ request: ClaimRequest) async throws -> [ClaimedConversation] {
    try await database.query(
      """
      SELECT c.number, c.tenant, c.format, c.entries, c.bytes, c.last_position, c.last_appended_at, now(), k.attempts,
        k.crashes
      FROM \(source(request.scope))
      WHERE \(stretch(request)) AND \(condition(request.scope))
        AND k.held_since IS NULL AND k.quarantined_since IS NULL
        AND \(request.job.condition)
      ORDER BY c.number LIMIT \(Int64(request.limit))
      """
    ).map { row in
      ClaimedConversation(
        claim: Claim(conversation: try row.decode(0), epoch: 0, token: Self.nobody),
        tenant: try row.decode(1), format: try row.decode(2), entries: Int(try row.decode(3, as: Int32.self)),
        bytes: try row.decode(4), lastPosition: try row.decode(5),
        lastAppend: try row.decode(6, as: PostgresTimestamp?.self)?.microseconds ?? 0,
        claimedAt: try row.decode(7, as: PostgresTimestamp.self).microseconds,
        attempts: Int(try row.decode(8, as: Int32.self)), crashes: Int(try row.decode(9, as: Int32.self)))
    }
  }

  /// Those that the request would claim, were they not in other hands at the moment.
  ///
  /// - Parameter claimed: what it did claim.
  public func passedOver(_ request: ClaimRequest, claimed: [ClaimedConversation]) async throws -> [Int64] {
    try await database.query(
      """
      SELECT c.number
      FROM \(source(request.scope))
      WHERE \(stretch(request)) AND c.number <> ALL (\(claimed.map(\.claim.conversation)))
        AND \(condition(request.scope))
        AND k.held_since IS NULL AND k.quarantined_since IS NULL
        AND \(request.job.condition)
      ORDER BY c.number
      """
    ).map { try $0.decode(0) }
  }

  /// The stretch of numbers in which these claims lie: they are made in order, so that a statement about many of them
  /// reads a part of the table. Said to the planner, who cannot know.
  func span(of claims: [Claim]) -> SQL {
    let numbers = claims.map(\.conversation)
    return "BETWEEN \(numbers.min() ?? 0) AND \(numbers.max() ?? 0)"
  }

  /// The conversations of a scope and their claims, before ``condition(_:)`` is asked.
  func source(_ scope: ClaimScope) -> SQL {
    let both: SQL = "compactor.conversations c JOIN compactor.claims k ON k.conversation = c.number"
    return switch scope {
    case .all, .these: both
    case .due: "\(both) JOIN compactor.due d ON d.conversation = c.number"
    }
  }

  /// The numbers asked for, said of every table: the planner does not conclude it of one from another.
  private func stretch(_ request: ClaimRequest) -> SQL {
    func numbers(_ column: SQL) -> SQL { "\(column) > \(request.after) AND \(column) <= \(request.through)" }
    let both: SQL = "\(numbers("c.number")) AND \(numbers("k.conversation"))"
    return switch request.scope {
    case .all, .these: both
    case .due: "\(both) AND \(numbers("d.conversation"))"
    }
  }

  func condition(_ scope: ClaimScope) -> SQL {
    switch scope {
    case .all: "true"
    case .these(let numbers): "c.number = ANY (\(numbers))"
    case .due(let seconds):
      "d.since <= now() AND c.last_appended_at <= now() - make_interval(secs => \(Double(seconds)))"
    }
  }

  /// Extends the leases that are still ours, and tells which those are.
  public func extend(_ claims: [Claim], bySeconds seconds: Int) async throws -> Set<Int64> {
    let rows = try await database.query(
      """
      UPDATE compactor.claims k
      SET expires_at = now() + make_interval(secs => \(Double(seconds)))
      FROM \(ours(claims)) AS ours
      WHERE k.conversation = ours.conversation AND k.conversation \(span(of: claims))
      RETURNING k.conversation
      """)
    return Set(try rows.map { try $0.decode(0) })
  }

  /// Gives claims back that are still ours.
  ///
  /// - Parameter ended: whether the attempts ended as they should, so that the next starts counting from zero; `false`
  ///   for those that a shutdown or a fault cut short.
  public func release(_ claims: [Claim], ended: Bool) async throws {
    guard !claims.isEmpty else { return }
    try await database.query(
      """
      UPDATE compactor.claims k
      SET token = NULL, expires_at = NULL, worker = NULL,
        attempts = CASE WHEN \(ended) THEN 0 ELSE k.attempts END, crashes = CASE WHEN \(ended) THEN 0 ELSE k.crashes END
      FROM \(ours(claims)) AS ours
      WHERE k.conversation = ours.conversation AND k.conversation \(span(of: claims))
      """)
  }

  /// The conversations whose claims are still as given, their rows locked in order.
  private func ours(_ claims: [Claim]) -> SQL {
    let claims = claims.sorted { $0.conversation < $1.conversation }
    return """
      (
        SELECT mine.conversation
        FROM unnest(\(claims.map(\.conversation)), \(claims.map(\.epoch)), \(claims.map(\.token)))
          AS mine (conversation, epoch, token)
        CROSS JOIN LATERAL (
          SELECT FROM compactor.claims k
          WHERE k.conversation = mine.conversation AND k.epoch = mine.epoch AND k.token = mine.token
          FOR UPDATE
        ) AS claim
      )
      """
  }

  /// Leaves a conversation alone until an operator says otherwise.
  public func quarantine(_ claim: Claim, reason: String) async throws {
    try await database.query(
      """
      UPDATE compactor.claims
      SET token = NULL, expires_at = NULL, worker = NULL, quarantined_since = now(), quarantined_reason = \(reason)
      WHERE conversation = \(claim.conversation) AND epoch = \(claim.epoch) AND token = \(claim.token)
      """)
  }
}

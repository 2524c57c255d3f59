import Compaction
import PostgresClient

extension Archive {
  /// The latest live revision of each conversation that has any revision at all.
  public func revisions(of conversations: [Int64]) async throws -> [Int64: StoredRevision] {
    try await revisions(of: conversations, "r.state = 'live'")
  }

  /// One revision of a conversation, whether readers get it or not; `nil` where there is none of the number.
  public func revision(_ number: Int32, of conversation: Int64) async throws -> StoredRevision.Live? {
    try await revisions(of: [conversation], "r.revision = \(number)")[conversation]?.live
  }

  /// - Parameter wanted: which of a conversation's revisions, the rows of `r`, is given as the live one.
  private func revisions(of conversations: [Int64], _ wanted: SQL) async throws -> [Int64: StoredRevision] {
    let rows = try await database.query(
      """
      SELECT highest.conversation, highest.revision, live.revision, live.covers_through, live.policy, a.dispositions,
        s.before_position, s.tokens, s.text, forms.positions, forms.tokens, a.tokenizer
      FROM unnest(\(conversations)) AS asked (conversation)
      -- One by one: a run begins on an empty table, and a plan that scans it would take longer with each batch.
      CROSS JOIN LATERAL (
        SELECT r.conversation, r.revision FROM compactor.revisions r
        WHERE r.conversation = asked.conversation ORDER BY r.revision DESC LIMIT 1
      ) AS highest
      LEFT JOIN LATERAL (
        SELECT r.revision, r.covers_through, r.policy, r.audit FROM compactor.revisions r
        WHERE r.conversation = highest.conversation AND \(wanted) ORDER BY r.revision DESC LIMIT 1
      ) AS live ON true
      LEFT JOIN LATERAL (SELECT * FROM compactor.audit_records a WHERE a.number = live.audit LIMIT 1) AS a ON true
      LEFT JOIN LATERAL (
        SELECT * FROM compactor.summaries s
        WHERE s.conversation = highest.conversation AND s.revision = live.revision LIMIT 1
      ) AS s ON true
      LEFT JOIN LATERAL (
        SELECT array_agg(f.position ORDER BY f.position) AS positions, array_agg(f.tokens ORDER BY f.position) AS tokens
        FROM compactor.short_forms f WHERE f.conversation = highest.conversation AND f.revision = live.revision
      ) AS forms ON true
      """)
    var revisions: [Int64: StoredRevision] = [:]
    for row in rows {
      let conversation: Int64 = try row.decode(0)
      var stored = StoredRevision(highest: try row.decode(1), live: nil)
      if let revision = try row.decode(2, as: Int32?.self) {
        guard let dispositions = try row.decode(5, as: String?.self) else {
          throw DamagedRow(conversation: conversation, what: "revision \(revision) has no audit record")
        }
        var summary: Overlay.Summary?
        if let before = try row.decode(6, as: Int32?.self) {
          summary = Overlay.Summary(before: before, tokens: try row.decode(7))
        }
        let overlay = Overlay(
          ranges: try StoredDispositions.ranges(in: dispositions, conversation: conversation, revision: revision),
          shortForms: zip(
            try row.decode(9, as: [Int32]?.self) ?? [], try row.decode(10, as: [Int32]?.self) ?? []
          ).map { ShortFormSize(position: $0, tokens: $1) },
          summary: summary, coversThrough: try row.decode(3))
        stored.live = StoredRevision.Live(
          revision: revision, overlay: overlay, policy: try row.decode(4), summaryText: try row.decode(8),
          tokenizer: try row.decode(11, as: String?.self))
      }
      revisions[conversation] = stored
    }
    return revisions
  }

  /// Every revision of a conversation in order, without what it decides.
  public func revisionRecords(of conversation: Int64) async throws -> [RevisionRecord] {
    try await database.query(
      """
      SELECT revision, state, created_at, run, job, rolled_back_at, rolled_back_by, rolled_back_reason
      FROM compactor.revisions WHERE conversation = \(conversation) ORDER BY revision
      """
    ).map { row in
      let word: String = try row.decode(1)
      guard let state = RevisionRecord.State(rawValue: word) else {
        throw DamagedRow(conversation: conversation, what: "found the state '\(word)' of a revision")
      }
      return RevisionRecord(
        revision: try row.decode(0), state: state,
        createdAt: try row.decode(2, as: PostgresTimestamp.self).microseconds, run: try row.decode(3),
        job: try row.decode(4), rolledBackAt: try row.decode(5, as: PostgresTimestamp?.self)?.microseconds,
        rolledBackBy: try row.decode(6), rolledBackReason: try row.decode(7))
    }
  }

  /// What stands in the place of entries in a revision, in order of position.
  public func shortForms(of conversation: Int64, revision: Int32) async throws -> [ShortForm] {
    try await database.query(
      """
      SELECT position, tokens, form::text FROM compactor.short_forms
      WHERE conversation = \(conversation) AND revision = \(revision) ORDER BY position
      """
    ).map { ShortForm(position: try $0.decode(0), tokens: try $0.decode(1), form: try $0.decode(2)) }
  }
}

import Compaction
import PostgresClient

/// The short forms of a batch of commits as parts of the statement that writes it.
enum ShortFormRows {
  /// The step that writes them, to stand behind `mine`; empty where there are none.
  ///
  /// Forms that stay are copied, so that a revision is read without those before it, which may be rolled back.
  static func step(for commits: [Commit]) -> SQL {
    let new = commits.flatMap { commit in
      (commit.revision?.shortForms ?? []).map { (conversation: commit.claim.conversation, form: $0) }
    }
    let carried = commits.flatMap(carriedRanges)
    // As the run counts them: whoever wrote the earlier revision may have counted otherwise.
    let sizes = commits.flatMap { commit in
      (commit.revision?.overlay.shortForms ?? []).map { (conversation: commit.claim.conversation, size: $0) }
    }
    if new.isEmpty, carried.isEmpty { return "" }
    return """
      , shortened AS (
        INSERT INTO compactor.short_forms (conversation, revision, position, tokens, form)
        SELECT mine.conversation, mine.revision, new.position, new.tokens, new.form
        FROM unnest(
          \(new.map(\.conversation)), \(new.map(\.form.position)), \(new.map(\.form.tokens)),
          \(new.map { PostgresJSON($0.form.form) })
        ) AS new (conversation, position, tokens, form)
        JOIN mine USING (conversation)
        UNION ALL
        SELECT mine.conversation, mine.revision, f.position, coalesce(sizes.tokens, f.tokens), f.form
        FROM unnest(
          \(carried.map(\.conversation)), \(carried.map(\.revision)), \(carried.map(\.range.first)),
          \(carried.map(\.range.last))
        ) AS carried (conversation, revision, first, last)
        JOIN mine USING (conversation)
        JOIN compactor.short_forms f
          ON f.conversation = carried.conversation AND f.revision = carried.revision
          AND f.position BETWEEN carried.first AND carried.last
        LEFT JOIN unnest(
          \(sizes.map(\.conversation)), \(sizes.map(\.size.position)), \(sizes.map(\.size.tokens))
        ) AS sizes (conversation, position, tokens)
          ON sizes.conversation = f.conversation AND sizes.position = f.position
      )
      """
  }

  /// The ranges that an earlier revision replaced and that are still read in its forms.
  private static func carriedRanges(_ commit: Commit) -> [(conversation: Int64, revision: Int32, range: PositionRange)]
  {
    guard let revision = commit.revision, let source = revision.carriedFrom else { return [] }
    return revision.overlay.ranges
      .filter { $0.disposition == .replaced && $0.revision < revision.number }
      .map { (commit.claim.conversation, source, $0.range) }
  }
}

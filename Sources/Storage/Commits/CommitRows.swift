import Compaction
import PostgresClient

/// The rows of a batch as a part of a statement: `SELECT … FROM unnest(…)`, out of an array a column.
///
/// A column that is the same in all rows is sent once, as one value. In a batch without a model that is most of them.
struct CommitRows {
  private var arrays: [(name: String, values: SQL)] = []
  private var constants: [(name: String, value: SQL)] = []

  init(_ commits: [Commit]) {
    let revisions = commits.map { $0.revision }
    let summaries = revisions.map { $0?.overlay.summary }
    let uses = commits.map { $0.model }
    arrays = [
      ("conversation", "\(commits.map { $0.claim.conversation })"), ("epoch", "\(commits.map { $0.claim.epoch })"),
      ("token", "\(commits.map { $0.claim.token })"),
    ]
    add("outcome", commits.map { $0.outcome.rawValue })
    add("reason", commits.map { $0.reason })
    add("started_at", commits.map { PostgresTimestamp(microseconds: $0.startedAt) })
    add("tokens_before", commits.map { $0.before.map { Int32(clamping: $0.tokens) } })
    add("tokens_after", commits.map { $0.after.map { Int32(clamping: $0.tokens) } })
    add("entries_before", commits.map { $0.before.map { Int32(clamping: $0.entries) } })
    add("entries_after", commits.map { $0.after.map { Int32(clamping: $0.entries) } })
    add("model", uses.map { $0.model })
    add("provider", uses.map { $0.provider })
    add("model_calls", uses.map { Int32($0.calls) })
    add("input_tokens", uses.map { Int64($0.inputTokens) })
    add("cached_tokens", uses.map { Int64($0.cachedTokens) })
    add("output_tokens", uses.map { Int64($0.outputTokens) })
    add("cost", uses.map { $0.cost })
    add("summary_figures", commits.map { $0.summaryFigures.map { PostgresJSON($0) } })
    add("revision", revisions.map { $0?.number })
    add("covers_through", revisions.map { $0?.overlay.coversThrough })
    add("covered_entries", revisions.map { $0.map { Int32(clamping: $0.coveredEntries) } })
    add("live", revisions.map { $0?.isLive })
    add("dialect", revisions.map { $0?.dialect })
    add("verdict", revisions.map { $0?.verdict })
    add("verdicts", revisions.map { $0.map { PostgresJSON($0.verdicts) } })
    add("dispositions", revisions.map { $0.map { PostgresJSON(StoredDispositions.json(of: $0.overlay.ranges)) } })
    add("kept", revisions.map { $0.map { PostgresMultirange(of: $0.overlay.ranges, .kept) } })
    add("covered", revisions.map { $0.map { PostgresMultirange(of: $0.overlay.ranges, .covered) } })
    // Arrays of arrays have to be of one size: as text.
    add("joined", revisions.map { $0.map { "{" + $0.joined.map(String.init).joined(separator: ",") + "}" } })
    add("before_position", summaries.map { $0?.before })
    add("summary_tokens", summaries.map { $0?.tokens })
    add("summary", revisions.map { $0?.summary?.text })
    add("summary_model", revisions.map { $0?.summary?.model })
    add("prompt", revisions.map { $0?.summary?.prompt })
  }

  private mutating func add<Value: PostgresScalar & Equatable>(_ name: String, _ values: [Value?]) {
    if let first = values.first, values.allSatisfy({ $0 == first }) {
      constants.append((name, "\(first)"))
    } else {
      arrays.append((name, "\(values)"))
    }
  }

  var select: SQL {
    var columns: SQL = "*"
    for (name, value) in constants { columns.append(", \(value) AS \(SQL(trusted: name))") }
    return
      "SELECT \(columns) FROM unnest(\(list(arrays.map { $0.values }))) AS columns (\(list(arrays.map { SQL(trusted: $0.name) })))"
  }

  private func list(_ parts: [SQL]) -> SQL {
    var list = SQL(trusted: "")
    for (index, part) in parts.enumerated() { list.append(index == 0 ? part : ", \(part)") }
    return list
  }
}

extension PostgresMultirange {
  /// The positions with this disposition.
  init(of ranges: [DispositionRange], _ disposition: Disposition) {
    var positions: [ClosedRange<Int32>] = []
    for range in ranges where range.disposition == disposition {
      positions.append(range.range.first...range.range.last)
    }
    self.init(positions)
  }
}

import Compaction
import Digests
import Storage
import Summarization

extension RunContext {
  /// Payloads read at a time to make short forms of.
  private static let shorteningBytes = 16 << 20

  /// Makes the short forms that plans wait for, and goes on with each plan.
  func shorten(_ items: [Shortening]) async throws -> [Planned] {
    let table = try await shortForms(for: items)
    return items.map { item in
      let claimed = item.loaded.claimed
      switch table.forms(of: claimed.claim.conversation) {
      case .failure(let error):
        return .finished(
          Finished(
            commit: Commit(
              claim: claimed.claim, outcome: .error, reason: "\(error)", startedAt: claimed.claimedAt), look: nil))
      case .success(let made):
        let settlement = item.draft.settle(tokens: item.draft.positions.map { made[$0].map { Int($0.tokens) } })
        return item.loaded.planned(
          PlanningResult(settlement), forms: item.forms.merging(made) { _, new in new }, in: planning)
      }
    }
  }

  /// Reads what is to be shortened, and nothing else, a bounded number of bytes at a time.
  func shortForms(for items: [Shortening]) async throws -> ShortFormTable {
    var table = ShortFormTable(
      items, shortForms: ShortForms(digest: { SHA256.digest($0).bytes }), tokenizer: tokenizer)
    var spans: [EntrySpan] = []
    var bytes = 0
    for item in items {
      for (span, size) in item.spans {
        if bytes > 0, bytes + size > Self.shorteningBytes {
          try await read(spans, into: &table)
          (spans, bytes) = ([], 0)
        }
        spans.append(span)
        bytes += size
      }
    }
    try await read(spans, into: &table)
    return table
  }

  private func read(_ spans: [EntrySpan], into table: inout ShortFormTable) async throws {
    guard !spans.isEmpty else { return }
    let before = table
    table = try await reconnecting {
      var table = before
      try await archive.forEachEntry(in: spans) { table.add($0) }
      return table
    }
  }
}

extension Shortening {
  /// What to read: each entry from the first of its message on, since the message's text stands there; with the bytes
  /// that it has. Ascending and apart.
  var spans: [(span: EntrySpan, bytes: Int)] {
    let headers = loaded.snapshot.headers
    var spans: [(span: EntrySpan, bytes: Int)] = []
    var index = 0
    var end = 0  // of what the spans hold
    for position in draft.positions {
      while index < headers.count, headers[index].position < position { index += 1 }
      guard index < headers.count, headers[index].position == position else { continue }
      var first = index
      while first > 0, headers[first - 1].message == headers[index].message { first -= 1 }
      let bytes = headers[max(first, end)...index].reduce(0) { $0 + Int($1.bytes) }
      if first <= end, !spans.isEmpty {
        spans[spans.count - 1].span.last = position
        spans[spans.count - 1].bytes += bytes
      } else {
        let conversation = loaded.claimed.claim.conversation
        spans.append((EntrySpan(conversation: conversation, first: headers[first].position, last: position), bytes))
      }
      end = index + 1
    }
    return spans
  }
}

import Compaction
import Jobs
import Storage
import Tokenization

extension RunContext {
  /// Payloads read at a time to make headers of.
  private static let payloadBytes = 16 << 20
  /// Conversations whose entries are read at a time: for more, PostgreSQL thinks the plan worth compiling, each time anew.
  private static let spans = 400
  /// Rows read at a time of a conversation larger than that.
  private static let pageRows = 1_000

  /// Gives every claimed conversation its headers, making those that are not there yet, and its revisions.
  ///
  /// A conversation that cannot be read, or that keeps ending its workers, comes back as an attempt that failed.
  func load(_ claimed: [ClaimedConversation]) async throws -> (loaded: [Loaded], failed: [Finished]) {
    var failed = claimed.filter { $0.crashes >= Self.crashLimit }.map { item in
      failure(of: item, reason: "its worker ended \(item.crashes) times in a row")
    }
    let claimed = claimed.filter { $0.crashes < Self.crashLimit }
    let numbers = claimed.map(\.claim.conversation)
    guard !numbers.isEmpty else { return ([], failed) }

    let blocks = try await reconnecting { try await archive.headerBlocks(of: numbers, tokenizer: tokenizer.name) }
    let revisions = try await reconnecting { try await archive.revisions(of: numbers) }
    var pins = try await reconnecting { try await archive.pins(of: numbers) }
    if let metadata = job.policy.protection.metadata {
      let marked = try await reconnecting { try await archive.positions(of: numbers, withMetadata: metadata) }
      pins.merge(marked) { $0 + $1 }
    }
    let withResults =
      job.policy.needsModel ? try await reconnecting { try await archive.conversationsWithResults(among: numbers) } : []

    var headers = HeaderTable(tokenizer: tokenizer)
    headers.read(blocks)
    try await makeMissing(&headers, claimed)

    var loaded: [Loaded] = []
    loaded.reserveCapacity(claimed.count)
    for item in claimed {
      switch headers.take(item.claim.conversation) {
      case .failure(let error): failed.append(failure(of: item, reason: "\(error)"))
      case .success(var snapshot):
        if let pinned = pins[item.claim.conversation] { snapshot.pin(Set(pinned)) }
        let stored = revisions[item.claim.conversation] ?? StoredRevision(highest: 0, live: nil)
        loaded.append(
          Loaded(
            claimed: item, snapshot: snapshot, revision: try await counted(stored, of: item.claim.conversation),
            // Whoever had the claim before may still be waiting for an answer, and keep it.
            hasResults: item.attempts > 1 || withResults.contains(item.claim.conversation)))
      }
    }
    return (loaded, failed)
  }

  /// Reads the entries that have no headers yet, a bounded number of bytes at a time, and keeps what is made of them.
  private func makeMissing(_ headers: inout HeaderTable, _ claimed: [ClaimedConversation]) async throws {
    var spans: [EntrySpan] = []
    var bytes: Int64 = 0
    for item in claimed {
      let number = item.claim.conversation
      let first = headers.lastPosition(of: number) + 1
      guard first <= item.lastPosition, !headers.isDamaged(number) else { continue }
      if item.bytes > Self.payloadBytes {
        try await makePaged(&headers, EntrySpan(conversation: number, first: first, last: item.lastPosition))
        continue
      }
      if bytes + item.bytes > Self.payloadBytes || spans.count == Self.spans {
        try await make(&headers, spans)
        (spans, bytes) = ([], 0)
      }
      spans.append(EntrySpan(conversation: number, first: first, last: item.lastPosition))
      bytes += item.bytes
    }
    try await make(&headers, spans)
    let made = headers.takeMade()
    if keepsHeaders, !made.isEmpty {
      try await reconnecting { try await archive.keep(made, tokenizer: tokenizer.name) }
    }
  }

  private func make(_ headers: inout HeaderTable, _ spans: [EntrySpan]) async throws {
    guard !spans.isEmpty else { return }
    let before = headers
    headers = try await reconnecting {
      // From where it stood: a repeated read adds no header twice.
      var headers = before
      try await archive.forEachEntry(in: spans) { headers.add($0) }
      return headers
    }
    for span in spans { headers.finish(span) }
  }

  private func makePaged(_ headers: inout HeaderTable, _ span: EntrySpan) async throws {
    var page = span
    while page.first <= page.last, !headers.isDamaged(span.conversation) {
      var last: Int32?
      let before = headers
      (headers, last) = try await reconnecting { [page] in
        var headers = before
        var last: Int32?
        try await archive.forEachEntry(in: [page], limit: Self.pageRows) { entry in
          headers.add(entry)
          last = entry.position
        }
        return (headers, last)
      }
      guard let last else { break }
      page.first = last + 1
    }
    headers.finish(span)
  }

  private func failure(of item: ClaimedConversation, reason: String) -> Finished {
    Finished(
      commit: Commit(claim: item.claim, outcome: .error, reason: reason, startedAt: item.claimedAt), look: nil)
  }
}

extension Snapshot {
  /// Marks the entries at these positions as pinned.
  mutating func pin(_ positions: Set<Int32>) {
    for index in headers.indices where positions.contains(headers[index].position) {
      headers[index].flags.insert(.pinned)
    }
  }
}

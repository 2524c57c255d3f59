public import Compaction
public import Storage
public import Tokenization

/// Judges every history of an archive by its headers. Writes nothing.
public struct HistoryExaminer: Sendable {
  private let archive: Archive
  private let tokenizer: any Tokenizer

  /// Conversations looked at together, and payloads read at a time where there are no headers yet.
  private static let batch = 500
  private static let payloadBytes: Int64 = 16 << 20
  private static let pageRows = 1_000

  /// - Parameter tokenizer: that of the headers that are used where they are there.
  public init(_ archive: Archive, tokenizer: any Tokenizer) {
    self.archive = archive
    self.tokenizer = tokenizer
  }

  /// - Returns: what was found, and the conversations that cannot be read, by number.
  public func examine() async throws -> (tally: HistoryTally, unreadable: [Int64]) {
    var tally = HistoryTally()
    var unreadable: [Int64] = []
    var after: Int64 = 0
    while true {
      let records = try await archive.conversations(in: .everything, after: after, limit: Self.batch)
      guard let last = records.last else { return (tally, unreadable) }
      after = last.number
      let numbers = records.map(\.number)
      var headers = HeaderTable(tokenizer: tokenizer)
      headers.read(try await archive.headerBlocks(of: numbers, tokenizer: tokenizer.name))
      try await makeMissing(&headers, records)
      let revisions = try await archive.revisions(of: numbers)
      for number in numbers {
        switch headers.take(number) {
        case .failure: unreadable.append(number)
        case .success(let snapshot): tally.add(number, snapshot, revisions[number]?.live?.overlay)
        }
      }
    }
  }

  private func makeMissing(_ headers: inout HeaderTable, _ records: [ConversationRecord]) async throws {
    var spans: [EntrySpan] = []
    var bytes: Int64 = 0
    for record in records {
      let first = headers.lastPosition(of: record.number) + 1
      guard first <= record.lastPosition, !headers.isDamaged(record.number) else { continue }
      let span = EntrySpan(conversation: record.number, first: first, last: record.lastPosition)
      if record.bytes > Self.payloadBytes {
        try await makePaged(&headers, span)
        continue
      }
      if bytes + record.bytes > Self.payloadBytes {
        try await make(&headers, spans)
        (spans, bytes) = ([], 0)
      }
      spans.append(span)
      bytes += record.bytes
    }
    try await make(&headers, spans)
  }

  private func make(_ headers: inout HeaderTable, _ spans: [EntrySpan]) async throws {
    try await archive.forEachEntry(in: spans) { headers.add($0) }
  }

  private func makePaged(_ headers: inout HeaderTable, _ span: EntrySpan) async throws {
    var page = span
    while page.first <= page.last, !headers.isDamaged(span.conversation) {
      var last: Int32?
      try await archive.forEachEntry(in: [page], limit: Self.pageRows) { entry in
        headers.add(entry)
        last = entry.position
      }
      guard let last else { return }
      page.first = last + 1
    }
  }
}

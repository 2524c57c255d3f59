import Compaction
import Storage
import Tokenization

/// The headers of the conversations of one batch, out of stored blocks and of entries that have none yet.
struct HeaderTable: Sendable {
  fileprivate struct Row {
    var maker: HeaderMaker
    var lastPosition: Int32 = 0
    /// How many headers came out of blocks: those behind are new.
    var stored = 0
    var damage: String?
  }

  private let tokenizer: any Tokenizer
  private var rows: [Int64: Row] = [:]
  private var made: [StoredHeaderBlock] = []

  init(tokenizer: any Tokenizer) { self.tokenizer = tokenizer }

  private func emptyRow() -> Row {
    Row(maker: HeaderMaker(tokenizer: tokenizer, continuing: Snapshot(tokenizer: tokenizer.name)))
  }

  /// Reads blocks in order of conversation and position.
  mutating func read(_ blocks: [StoredHeaderBlock]) {
    var start = 0
    while start < blocks.count {
      let conversation = blocks[start].conversation
      var end = start
      var builder = SnapshotBuilder(tokenizer: tokenizer.name)
      var damage: String?
      while end < blocks.count, blocks[end].conversation == conversation {
        if damage == nil {
          do throws(HeaderBlock.DecodingError) {
            try builder.append(block: blocks[end].bytes)
          } catch {
            damage = "\(error)"
          }
        }
        end += 1
      }
      var row = Row(maker: HeaderMaker(tokenizer: tokenizer, continuing: builder.snapshot))
      row.lastPosition = blocks[end - 1].last
      row.stored = builder.snapshot.headers.count
      row.damage = damage
      rows[conversation] = row
      start = end
    }
  }

  /// The last position that has a header, or was looked at and is of another branch.
  func lastPosition(of conversation: Int64) -> Int32 { rows[conversation]?.lastPosition ?? 0 }

  func isDamaged(_ conversation: Int64) -> Bool { rows[conversation]?.damage != nil }

  /// Makes the header of an entry behind those that are there.
  mutating func add(_ entry: StoredEntry) {
    if rows[entry.conversation] == nil { rows[entry.conversation] = emptyRow() }
    rows[entry.conversation]?.add(entry)
  }

  /// Every entry of the span has been added: what is new becomes a block.
  mutating func finish(_ span: EntrySpan) {
    if rows[span.conversation] == nil { rows[span.conversation] = emptyRow() }
    rows[span.conversation]?.lastPosition = span.last
    guard let row = rows[span.conversation], row.damage == nil else { return }
    let snapshot = row.maker.builder.snapshot
    let new = row.stored..<snapshot.headers.count
    guard !new.isEmpty else { return }
    made.append(
      StoredHeaderBlock(
        conversation: span.conversation, first: span.first, last: span.last, entries: new.count, format: 1,
        bytes: HeaderBlock.encode(snapshot, entries: new)))
  }

  /// The blocks that ``finish(_:)`` made since the last call.
  mutating func takeMade() -> [StoredHeaderBlock] {
    defer { made = [] }
    return made
  }

  /// The conversation's headers, or what is wrong with what is stored of it.
  mutating func take(_ conversation: Int64) -> Result<Snapshot, DamagedRow> {
    guard let row = rows.removeValue(forKey: conversation) else {
      return .success(Snapshot(tokenizer: tokenizer.name))
    }
    if let damage = row.damage { return .failure(DamagedRow(conversation: conversation, what: damage)) }
    return .success(row.maker.builder.snapshot)
  }
}

extension HeaderTable.Row {
  fileprivate mutating func add(_ entry: StoredEntry) {
    guard damage == nil else { return }
    do {
      try maker.add(entry)
      lastPosition = entry.position
    } catch let error as DamagedRow {
      damage = error.what
    } catch {
      damage = "position \(entry.position): \(error)"
    }
  }
}

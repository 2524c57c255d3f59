import Compaction
import EntryHeaders
import Tokenization
import TranscriptFormats
import Transcripts

/// The entries of a session as planning sees them: with a position each, and as headers.
///
/// Instructions at the head are at position 1, and that position stays theirs where there are none: the entries behind
/// keep their positions when a profile's instructions come and go. What a model said in a row is one message, as it is
/// sent.
struct SessionHistory: Sendable {
  let tokenizer: any Tokenizer
  /// The instructions at the head.
  private(set) var instructions: Transcript.Entry?
  /// Those behind.
  private(set) var entries: [Transcript.Entry] = []
  private var builder: SnapshotBuilder
  /// For each header, an index in ``entries``, or -1 for the instructions.
  private(set) var entryOfHeader: [Int] = []
  private var position: Int32 = 1
  private var message: Int32 = 1

  init(tokenizer: any Tokenizer) {
    self.tokenizer = tokenizer
    builder = SnapshotBuilder(tokenizer: tokenizer.name)
  }

  var snapshot: Snapshot { builder.snapshot }

  /// The entry that the header at an index was made of.
  func entry(ofHeader index: Int) -> Transcript.Entry {
    let entry = entryOfHeader[index]
    return entry < 0 ? instructions! : entries[entry]
  }

  /// Takes the entries as they are now.
  ///
  /// - Returns: The last position up to which nothing has changed but the instructions; 1 where nothing is left.
  mutating func update(to new: [Transcript.Entry]) -> Int32 {
    let head = new.first.flatMap { $0.kind == .instructions ? $0 : nil }
    let new = new.dropFirst(head == nil ? 0 : 1)
    let common = zip(entries, new).prefix { $0 == $1 }.count
    let unchanged = lastPosition(ofEntry: common - 1)
    if head == instructions, common == entries.count, !entryOfHeader.isEmpty {
      for entry in new.dropFirst(common) { append(entry) }
      return unchanged
    }
    self = SessionHistory(tokenizer: tokenizer)
    if let head {
      instructions = head
      add(head, entry: -1)
    }
    (position, message) = (1, 1)
    for entry in new { append(entry) }
    return unchanged
  }

  private func lastPosition(ofEntry index: Int) -> Int32 {
    guard index >= 0, let header = entryOfHeader.lastIndex(of: index) else { return 1 }
    return builder.snapshot.headers[header].position
  }

  private mutating func append(_ entry: Transcript.Entry) {
    if !(entry.kind.isOfModel && entries.last?.kind.isOfModel == true) { message += 1 }
    entries.append(entry)
    add(entry, entry: entries.count - 1)
  }

  private mutating func add(_ entry: Transcript.Entry, entry index: Int) {
    let bytes = Int32(clamping: entry.json.text.utf8.count)
    for draft in AppleEntry.entries(of: entry) {
      if index >= 0 { position += 1 }
      builder.append(draft, position: position, message: message, bytes: bytes, time: nil, tokenizer: tokenizer)
      entryOfHeader.append(index)
    }
  }
}

extension EntryKind {
  /// Part of what a model says.
  fileprivate var isOfModel: Bool { self == .reasoning || self == .response || self == .toolCalls }
}

extension SessionHistory {
  /// The entry at the header as a chat message of its own, without what rendering added to it.
  func chat(ofHeader index: Int) throws -> JSON {
    let drafts = AppleEntry.entries(of: entry(ofHeader: index).withoutPostamble)
    // Of two, calls and the text beside them, the calls come last.
    let isFirst =
      drafts.count > 1 && index + 1 < entryOfHeader.count && entryOfHeader[index + 1] == entryOfHeader[index]
    return try JSON(parsing: (isFirst ? drafts.first : drafts.last)?.chat ?? "{}")
  }
}

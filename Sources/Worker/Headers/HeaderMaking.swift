import Compaction
import EntryHeaders
import Storage
import Tokenization
import TranscriptFormats
import Transcripts

/// Turns the stored entries of one conversation, in order of position, into headers.
///
/// The entries of a message stand at consecutive positions; its original is read once, on part 0.
struct HeaderMaker {
  private let tokenizer: any Tokenizer
  private(set) var builder: SnapshotBuilder
  /// The entries of the message at hand, where it has several and they are read from the original.
  private var message: (ordinal: Int32, entries: [EntryDraft])?

  /// Goes on after the headers that are there.
  init(tokenizer: any Tokenizer, continuing snapshot: Snapshot) {
    self.tokenizer = tokenizer
    builder = SnapshotBuilder(continuing: snapshot)
  }

  mutating func add(_ entry: StoredEntry) throws {
    let draft = try draft(of: entry)
    var flags: EntryFlags = []
    if entry.isOpaque { flags.insert(.opaque) }
    if entry.isIllFormed { flags.insert(.illFormed) }
    builder.append(
      draft, position: entry.position, message: entry.message, flags: flags, bytes: entry.bytes,
      time: entry.time ?? entry.appendedAt,
      tokenizer: tokenizer)
  }

  private mutating func draft(of entry: StoredEntry) throws -> EntryDraft {
    // A tombstone says nothing any more, and costs nothing.
    if entry.isErased { return EntryDraft(kind: entry.kind, traits: [.blank, .opaque]) }
    if let chat = entry.chat { return try self.entry(0, of: chat, for: entry) }
    if let original = entry.original {
      let entries = OpenAIChat.entries(of: try raw(original, of: entry))
      message = (entry.message, entries)
    }
    guard let message, message.ordinal == entry.message else {
      throw DamagedRow(
        conversation: entry.conversation,
        what:
          "position \(entry.position): found part \(entry.part) of message \(entry.message), expected its part 0 before it"
      )
    }
    guard entry.part < message.entries.count, message.entries[entry.part].kind == entry.kind else {
      throw DamagedRow(
        conversation: entry.conversation,
        what:
          "position \(entry.position): found \(entry.kind.name) as part \(entry.part) of a message whose entries are "
          + message.entries.map(\.kind.name).joined(separator: ", "))
    }
    return message.entries[entry.part]
  }

  private func entry(_ index: Int, of chat: [UInt8], for entry: StoredEntry) throws -> EntryDraft {
    let entries = OpenAIChat.entries(of: try raw(chat, of: entry))
    // A chat form that would be several entries stands for the one that it was made for.
    return entries.first { $0.kind == entry.kind } ?? entries[index]
  }

  private func raw(_ json: [UInt8], of entry: StoredEntry) throws -> RawJSON {
    do throws(JSON.ParseError) {
      return try RawJSON(json[...])
    } catch {
      throw DamagedRow(conversation: entry.conversation, what: "position \(entry.position): found no JSON")
    }
  }
}

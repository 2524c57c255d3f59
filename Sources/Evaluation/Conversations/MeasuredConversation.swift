public import Compaction
import EntryHeaders
public import Tokenization
public import TranscriptFormats
public import Transcripts

/// A conversation with everything that measuring needs: its entries, their headers, and questions about it.
///
/// The entry at index `i` of ``entries`` has position `i + 1`.
public struct MeasuredConversation: Sendable {
  /// What a person calls it.
  public var name: String
  public private(set) var entries: [MeasuredEntry] = []
  /// The headers of the entries.
  public var snapshot: Snapshot { builder.snapshot }
  public var questions: [Question]
  private var builder: SnapshotBuilder

  public init(name: String, questions: [Question] = [], tokenizer: any Tokenizer) {
    self.name = name
    self.questions = questions
    builder = SnapshotBuilder(tokenizer: tokenizer.name)
  }

  /// A conversation as a file has it; other branches than the active one are left out.
  public init(_ draft: ConversationDraft, tokenizer: any Tokenizer) throws(JSON.ParseError) {
    let questions = Question.all(in: (try? JSON(parsing: draft.envelope)) ?? .null)
    self.init(
      name: draft.key ?? "conversation \(draft.place.conversation)", questions: questions, tokenizer: tokenizer)
    var ordinal: Int32 = 0
    for message in draft.messages where message.branch == 0 {
      ordinal += 1
      let raw = try RawJSON(message.original)
      for entry in message.entries {
        let alone = try entry.chat.map { chat throws(JSON.ParseError) in try JSON(parsing: chat) }
        append(
          MeasuredEntry(
            message: alone ?? OpenAIChat.message(ofPart: entry.part, of: raw), draft: entry, ordinal: ordinal),
          time: message.time, tokenizer: tokenizer)
      }
    }
  }

  /// - Parameters:
  ///   - flags: what is known of the entry beside what its message shows.
  ///   - time: of the source, microseconds since 1970.
  public mutating func append(
    _ entry: MeasuredEntry, flags: EntryFlags = [], time: Int64? = nil, tokenizer: any Tokenizer
  ) {
    entries.append(entry)
    builder.append(
      entry.draft, position: Int32(entries.count), message: entry.ordinal, flags: flags, bytes: 0, time: time,
      tokenizer: tokenizer)
  }

  /// The headers of the first `end` entries.
  func snapshot(before end: Int) -> Snapshot {
    var snapshot = snapshot
    snapshot.headers.removeLast(snapshot.headers.count - end)
    return snapshot
  }
}

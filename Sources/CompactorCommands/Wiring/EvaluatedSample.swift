import Compaction
import Evaluation
import Jobs
import Storage
import Tokenization
import TranscriptFormats
import Transcripts
import Worker

/// A sample of the conversations that a job selects, read one after the other.
struct EvaluatedSample {
  private let archive: Archive
  private var records: ArraySlice<ConversationRecord>
  private let questions: [String: [Question]]
  let description: String

  private static let standardSize = 100
  private static let pageRows = 1_000

  init(_ archive: Archive, of job: Job, _ request: EvaluationRequest) async throws {
    self.archive = archive
    questions = request.questions
    let filter = ConversationFilter(job.selection)
    records = try await archive.sample(
      of: filter, seed: request.settings.seed, limit: request.sample ?? Self.standardSize)[...]
    let all = try await archive.count(of: JobScope(filter))
    description = "the \(grouped(all)) that \(job.name) selects"
  }

  mutating func next(_ tokenizer: any Tokenizer) async throws -> MeasuredConversation? {
    guard let record = records.popFirst() else { return nil }
    var asked = questions[record.key] ?? []
    if let envelope = try await archive.envelope(of: record.number), let json = try? JSON(parsing: envelope) {
      asked = Question.all(in: json) + asked
    }
    var conversation = MeasuredConversation(name: record.key, questions: asked, tokenizer: tokenizer)
    var first: Int32 = 1
    var message = OpenMessage()
    while first <= record.lastPosition {
      var next: Int32?
      let span = EntrySpan(conversation: record.number, first: first, last: record.lastPosition)
      try await archive.forEachEntry(in: [span], limit: Self.pageRows) { entry in
        next = entry.position + 1
        var flags: EntryFlags = []
        if entry.isOpaque { flags.insert(.opaque) }
        if entry.isIllFormed { flags.insert(.illFormed) }
        conversation.append(
          try message.entry(entry), flags: flags, time: entry.time ?? entry.appendedAt, tokenizer: tokenizer)
      }
      guard let next else { break }
      first = next
    }
    return conversation
  }
}

/// The message whose entries are being read: its text stands on its first part.
private struct OpenMessage {
  private var raw: RawJSON?
  private var ordinal: Int32 = 0

  mutating func entry(_ stored: StoredEntry) throws -> MeasuredEntry {
    if stored.isErased {
      return MeasuredEntry(
        message: .null, draft: EntryDraft(kind: stored.kind, traits: [.blank, .opaque]), ordinal: stored.message)
    }
    do throws(JSON.ParseError) {
      if let chat = stored.chat {
        let raw = try RawJSON(chat[...])
        let drafts = OpenAIChat.entries(of: raw)
        return MeasuredEntry(
          message: raw.value, draft: drafts.first { $0.kind == stored.kind } ?? drafts[0], ordinal: stored.message)
      }
      if let original = stored.original { (raw, ordinal) = (try RawJSON(original[...]), stored.message) }
    } catch {
      throw DamagedRow(conversation: stored.conversation, what: "position \(stored.position): found no JSON")
    }
    let drafts = raw.map(OpenAIChat.entries(of:)) ?? []
    guard let raw, ordinal == stored.message, stored.part < drafts.count else {
      throw DamagedRow(
        conversation: stored.conversation,
        what: "position \(stored.position): found part \(stored.part) without its part 0 before it")
    }
    return MeasuredEntry(
      message: OpenAIChat.message(ofPart: stored.part, of: raw), draft: drafts[stored.part], ordinal: stored.message)
  }
}

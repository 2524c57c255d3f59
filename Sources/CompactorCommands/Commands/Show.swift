import Compaction
import Storage
import TranscriptFormats
import Transcripts

extension CommandSpec {
  static let show = CommandSpec(
    "show", "show a conversation before and after compaction",
    details: """
      Every entry with what became of it and which stage decided: kept entries stand plainly, * marks what is shorter
      than it came and shows the short form, - what was dropped and ~ what the summary covers. Long ranges are shortened
      unless --full is given. With --revision it shows that one, also a shadow or one that was rolled back. Prints text
      of the conversation.
      """,
    arguments: [ArgumentSpec("CONVERSATION", "the application's name of the conversation")],
    options: [
      .database, .tenant, .number, .json,
      OptionSpec("revision", value: "NUMBER", "this revision; otherwise the one that readers get"),
      OptionSpec("full", "print every entry, and texts unshortened"),
    ]
  ) { invocation, console in
    let asked = try invocation.integer("revision", in: 1...Int(Int32.max)).map { Int32($0) }
    return try await DatabaseSession.with(invocation) { session in
      let archive = session.archive
      let conversation = try await session.conversation(invocation.arguments[0], invocation)
      let revisions = try await archive.revisionRecords(of: conversation.number)
      if let asked, !revisions.contains(where: { $0.revision == asked }) {
        throw UsageError("conversation '\(conversation.name)' has no revision \(asked): it has \(revisions.list)")
      }
      let shown =
        if let asked {
          try await archive.revision(asked, of: conversation.number)
        } else {
          try await archive.revisions(of: [conversation.number])[conversation.number]?.live
        }
      let forms = try await archive.shortForms(of: conversation.number, in: shown)
      var audit: AuditRecord?
      if let shown {
        audit = try await archive.auditRecords(
          AuditQuery(conversation: conversation.number, revision: shown.revision, limit: 1)
        ).first
      }
      let view = ConversationView(
        conversation: conversation, shown: shown, audit: audit,
        entries: try await session.entryLines(of: conversation, shortForms: forms), revisions: revisions)
      console.report(view.text(full: invocation.flag("full")), json: view.json, invocation)
      return .done
    }
  }
}

/// An entry as one line.
struct EntryLine {
  var position: Int32
  var message: Int32
  var kind: EntryKind
  /// What the entry says: its texts, or the calls it makes.
  var text: String
}

extension DatabaseSession {
  /// The entries of the active branch with their texts: those of their short forms, by position, where they have one.
  fileprivate func entryLines(of conversation: ConversationRecord, shortForms: [Int32: String]) async throws
    -> [EntryLine]
  {
    var lines: [EntryLine] = []
    var drafts: (message: Int32, entries: [EntryDraft]) = (0, [])
    var first: Int32 = 1
    while first <= conversation.lastPosition {
      var next: Int32?
      let span = EntrySpan(conversation: conversation.number, first: first, last: conversation.lastPosition)
      try await archive.forEachEntry(in: [span], limit: 1_000) { entry in
        next = entry.position + 1
        if let json = entry.chat ?? entry.original {
          drafts = (entry.message, OpenAIChat.entries(of: try RawJSON(json[...])))
        }
        let index = entry.chat == nil ? entry.part : 0
        var draft = drafts.message == entry.message && index < drafts.entries.count ? drafts.entries[index] : nil
        if let form = shortForms[entry.position] { draft = OpenAIChat.entries(of: try RawJSON(form)).first }
        lines.append(
          EntryLine(
            position: entry.position, message: entry.message, kind: entry.kind,
            text: entry.isErased ? "(erased)" : draft?.line ?? ""))
      }
      guard let next else { break }
      first = next
    }
    return lines
  }
}

extension EntryDraft {
  /// The entry on one line.
  fileprivate var line: String {
    var parts = contents
    if kind == .toolCalls { parts += calls.map { "\($0.tool ?? "?")(\($0.arguments ?? ""))" } }
    if kind == .toolOutput, let tool = calls.first?.tool { parts.insert("\(tool):", at: 0) }
    if attachments > 0 { parts.append("[\(counted(attachments, "attachment"))]") }
    return parts.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

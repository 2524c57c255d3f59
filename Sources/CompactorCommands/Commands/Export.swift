import Compaction
import Storage
import Summarization
import TranscriptFormats
import Transcripts

extension CommandSpec {
  static let export = CommandSpec(
    "export", "write conversations as files of their format",
    details: """
      Writes what was imported as the same JSON: strings, key order and numbers byte for byte. With --compacted it
      writes the history as a reader gets it, the summary in its place. Without a CONVERSATION it writes every one of
      the format.
      """,
    arguments: [ArgumentSpec("CONVERSATION", count: .many, "the application's names of conversations; otherwise all")],
    options: [
      .database, .number, OptionSpec("output", value: "FILE", "where to write; otherwise standard output"),
      OptionSpec(
        "format", value: "NAME", "conversations of this format: openai (otherwise), anthropic, apple, chatgpt"),
      .tenant, OptionSpec("compacted", "write the compacted history instead of the originals"),
    ]
  ) { invocation, console in
    let name = invocation.value("format") ?? "openai"
    guard let format = TranscriptFormat(rawValue: name) else {
      throw UsageError(
        "--format: found '\(name)'" + suggestion(for: name, among: TranscriptFormat.allCases.map(\.rawValue)))
    }
    return try await DatabaseSession.with(invocation) { session in
      var exporter = Exporter(
        archive: session.archive, format: format, sink: try FileSink(invocation.value("output") ?? "-"),
        isCompacted: invocation.flag("compacted"))
      if invocation.arguments.isEmpty {
        try await exporter.exportAll(tenant: invocation.value("tenant"))
      }
      for key in invocation.arguments {
        try await exporter.export(try await session.conversation(key, invocation))
      }
      try exporter.finish()
      console.errors("exported \(countedConversations(exporter.count))")
      return .done
    }
  }
}

extension Archive {
  /// The JSON texts of a revision's short forms, by position.
  func shortForms(of conversation: Int64, in live: StoredRevision.Live?) async throws -> [Int32: String] {
    guard let live, !live.overlay.shortForms.isEmpty else { return [:] }
    let forms = try await shortForms(of: conversation, revision: live.revision)
    return Dictionary(forms.map { ($0.position, $0.form) }, uniquingKeysWith: { first, _ in first })
  }
}

extension OptionSpec {
  static let tenant = OptionSpec("tenant", value: "NAME", "the conversation's tenant, where several have its name")
  static let number = OptionSpec("number", "CONVERSATION is the internal number, as log lines have it")
}

/// Writes conversations, a bounded part of one at a time.
struct Exporter {
  let archive: Archive
  let sink: FileSink
  let isCompacted: Bool
  private let format: TranscriptFormat
  private var writer: TranscriptWriter
  private(set) var count = 0

  private static let pageRows = 1_000

  init(archive: Archive, format: TranscriptFormat, sink: FileSink, isCompacted: Bool) {
    self.archive = archive
    self.format = format
    self.sink = sink
    self.isCompacted = isCompacted
    writer = TranscriptWriter(format)
  }

  mutating func exportAll(tenant: String?) async throws {
    let filter = ConversationFilter(tenants: tenant.map { .only([$0]) } ?? .all)
    var after: Int64 = 0
    while true {
      let page = try await archive.conversations(in: filter, after: after, limit: 500)
      guard let last = page.last else { return }
      for conversation in page where conversation.format == format.rawValue { try await export(conversation) }
      after = last.number
    }
  }

  mutating func export(_ conversation: ConversationRecord) async throws {
    guard conversation.format == format.rawValue else {
      throw UsageError(
        "conversation '\(conversation.key)' has the format \(conversation.format), expected \(format.rawValue): "
          + "say --format \(conversation.format)")
    }
    let envelope = try await archive.envelope(of: conversation.number)
    if isCompacted {
      let messages = try await compactedMessages(of: conversation)
      let text = try History.text(format, envelope: envelope, key: conversation.key, messages: messages)
      try sink.write(writer.add(conversation: text))
    } else {
      try sink.write(try writer.begin(envelope: envelope, key: conversation.key))
      try await forEachMessage(of: conversation, allBranches: true) { original, entries in
        try sink.write(writer.add(entries.contains(where: \.isErased) ? .erased : .original(original)))
      }
      try sink.write(writer.end())
    }
    count += 1
  }

  mutating func finish() throws {
    try sink.write(writer.finish())
    try sink.close()
  }

  /// Calls the body with each message's original and its entries.
  private func forEachMessage(
    of conversation: ConversationRecord, allBranches: Bool, _ body: (String, [StoredEntry]) throws -> Void
  ) async throws {
    var first: Int32 = 1
    var message: [StoredEntry] = []
    func flush() throws {
      guard let part = message.first else { return }
      try body(String(decoding: part.original ?? [], as: UTF8.self), message)
      message = []
    }
    while first <= conversation.lastPosition {
      var next: Int32?
      let span = EntrySpan(conversation: conversation.number, first: first, last: conversation.lastPosition)
      try await archive.forEachEntry(in: [span], limit: Self.pageRows, allBranches: allBranches) { entry in
        if entry.message != message.first?.message { try flush() }
        message.append(entry)
        next = entry.position + 1
      }
      guard let next else { break }
      first = next
    }
    try flush()
  }

  /// The history as it is read: whole messages as they came, others by the entries that are left, in their short forms
  /// where they have some.
  private func compactedMessages(of conversation: ConversationRecord) async throws -> [ExportedMessage] {
    let live = try await archive.revisions(of: [conversation.number])[conversation.number]?.live
    let forms = try await archive.shortForms(of: conversation.number, in: live)
    let summary = live?.summaryText.map { ExportedMessage.chat(SummaryFrame.message($0)) }
    var messages: [ExportedMessage] = []
    var summaryIsPlaced = summary == nil
    try await forEachMessage(of: conversation, allBranches: false) { original, entries in
      let left = entries.filter { entry in
        let disposition = live?.overlay.disposition(of: entry.position) ?? .kept
        return disposition == .kept || disposition == .replaced
      }
      guard let first = left.first else { return }
      if let summary, !summaryIsPlaced, let before = live?.overlay.summary?.before, first.position >= before,
        first.kind != .instructions
      {
        messages.append(summary)
        summaryIsPlaced = true
      }
      if left.count == entries.count, left.allSatisfy({ forms[$0.position] == nil }) {
        messages.append(.original(original))
      } else {
        let parts = try left.map { entry in
          try forms[entry.position].map { try JSON(parsing: $0) } ?? chat(of: entry, original)
        }
        messages += OpenAIChat.join(parts).map { .chat($0) }
      }
    }
    if let summary, !summaryIsPlaced { messages.append(summary) }
    return messages
  }

  private func chat(of entry: StoredEntry, _ original: String) throws -> JSON {
    if let chat = entry.chat { return try JSON(parsing: chat) }
    return OpenAIChat.message(ofPart: entry.part, of: try RawJSON(original))
  }
}

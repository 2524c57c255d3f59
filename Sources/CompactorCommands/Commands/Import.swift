import FoundationEssentials
import PostgresClient
import Storage
import TranscriptFormats
import Transcripts

extension CommandSpec {
  static let importing = CommandSpec(
    "import", "bring conversations from files into the database",
    details: """
      Reads OpenAI chat JSONL, Anthropic messages JSONL, Apple's transcript JSON and ChatGPT's conversations.json, a
      conversation at a time: a file may be of any size. Each conversation is stored whole or not at all, and one that
      is there already is left as it is. One that is there with other messages is reported with the sizes and digests of
      both, and the exit status is 1 unless --on-conflict says that this is meant. What cannot be read is reported with
      its place.
      """,
    arguments: [
      ArgumentSpec("FILE", "a file, or - for standard input"), ArgumentSpec("FILE", count: .many, "further files"),
    ],
    options: [
      .database, .json,
      OptionSpec("format", value: "NAME", "openai, anthropic, apple or chatgpt; otherwise told by the first bytes"),
      OptionSpec("tenant", value: "NAME", "the tenant of conversations that name none; otherwise default"),
      OptionSpec("metadata", value: "JSON", "an object added to each conversation's metadata"),
      OptionSpec("on-error", value: "WHAT", "skip what cannot be read, or stop at it (otherwise)"),
      OptionSpec(
        "on-conflict", value: "WHAT",
        "of a conversation that is there with other messages: keep what is there, extend it by what the file has more "
          + "where the rest is the same, or stop"),
    ]
  ) { invocation, console in
    let importer = try Importer(invocation, console)
    return try await DatabaseSession.with(invocation) { session in
      var total = ImportTally()
      for path in invocation.arguments {
        let tally = try await importer.importFile(path, into: session.archive)
        total += tally
        if tally.stopped { break }
      }
      console.report(total.text, json: total.json, invocation)
      return total.failed > 0 || total.different > 0 && !importer.keepsOnConflict ? .failed : .done
    }
  }
}

/// What an import came to.
struct ImportTally: Sendable {
  var imported = 0
  /// Conversations that were there already, with the same messages or with those and more.
  var present = 0
  /// Conversations that were there already with other messages, and were left as they were.
  var different = 0
  /// Conversations that were there already and got the messages that the file had more.
  var extended = 0
  var failed = 0
  var messages = 0
  var entries = 0
  /// NULs and lone surrogates.
  var replacements = 0
  var stopped = false

  static func += (sum: inout ImportTally, other: ImportTally) {
    sum.imported += other.imported
    sum.present += other.present
    sum.different += other.different
    sum.extended += other.extended
    sum.failed += other.failed
    sum.messages += other.messages
    sum.entries += other.entries
    sum.replacements += other.replacements
    sum.stopped = sum.stopped || other.stopped
  }

  var text: String {
    var text =
      "imported \(countedConversations(imported)), \(counted(messages, "message")), \(countedEntries(entries))"
    if present > 0 { text += "; \(grouped(present)) \(present == 1 ? "was" : "were") there already" }
    if extended > 0 { text += "; \(grouped(extended)) \(extended == 1 ? "was" : "were") extended" }
    if different > 0 {
      text += "; \(grouped(different)) \(different == 1 ? "is" : "are") there with other messages, and left as they are"
    }
    if failed > 0 { text += "; \(grouped(failed)) could not be read" }
    if replacements > 0 {
      text += "; \(counted(replacements, "NUL or lone surrogate was", "NULs or lone surrogates were")) replaced"
    }
    return text
  }

  var json: String {
    JSON.object(
      [
        ("imported", imported), ("present", present), ("different", different), ("extended", extended),
        ("failed", failed), ("messages", messages), ("entries", entries),
        ("replacements", replacements),
      ].map { JSON.Member($0.0, .number(String($0.1))) }
    ).text
  }
}

/// Reads files into the database.
struct Importer: Sendable {
  private let format: TranscriptFormat?
  private let tenant: String
  private let metadata: JSON
  private let skipsErrors: Bool
  private let onConflict: OnConflict?
  /// Conversations that are there already are named up to this many; the rest is counted.
  private static let presentShown = 5
  /// The same of those that are there with other messages.
  private static let differentShown = 20

  /// What becomes of a conversation that is there with other messages.
  enum OnConflict: String, CaseIterable { case keep, extend, stop }

  /// Whether it is meant that stored conversations differ from those of the file.
  var keepsOnConflict: Bool { onConflict == .keep }

  private let console: Console

  init(_ invocation: Invocation, _ console: Console) throws(UsageError) {
    self.console = console
    tenant = invocation.value("tenant") ?? "default"
    if let name = invocation.value("format") {
      guard let format = TranscriptFormat(rawValue: name) else {
        throw UsageError(
          "--format: found '\(name)'" + suggestion(for: name, among: TranscriptFormat.allCases.map(\.rawValue)))
      }
      self.format = format
    } else {
      format = nil
    }
    let text = invocation.value("metadata") ?? "{}"
    guard let value = try? JSON(parsing: text), value.object != nil else {
      throw UsageError("--metadata: found no JSON object, expected one such as {\"channel\": \"support\"}")
    }
    metadata = value
    switch invocation.value("on-error") ?? "stop" {
    case "skip": skipsErrors = true
    case "stop": skipsErrors = false
    case let other: throw UsageError("--on-error: found '\(other)', expected skip or stop")
    }
    if let word = invocation.value("on-conflict") {
      guard let choice = OnConflict(rawValue: word) else {
        throw UsageError("--on-conflict: found '\(word)', expected keep, extend or stop")
      }
      onConflict = choice
    } else {
      onConflict = nil
    }
  }

  func importFile(_ path: String, into archive: Archive) async throws -> ImportTally {
    let source = try FileSource(path)
    var progress = LineProgress(what: path, total: source.size, console)
    var reader: TranscriptReader<FileSource>
    do {
      reader = try TranscriptReader(source, format: format)
    } catch let error as UnknownFormat {
      throw UsageError("\(path): \(error)")
    } catch let error as ValueOverLines {
      throw UsageError("\(path): \(error): \(error.command(for: path))")
    }
    var tally = ImportTally()
    while let item = try reader.next() {
      switch item {
      case .broken(let diagnostic):
        console.errors("\(path): \(diagnostic)")
        tally.failed += 1
        if !skipsErrors {
          console.errors("\(path): stopped; --on-error skip goes on behind what cannot be read")
          tally.stopped = true
          return tally
        }
      case .conversation(let draft):
        let name = name(of: draft, in: path)
        let place = "\(path): \(draft.place): conversation '\(name)'"
        switch try await store(draft, name: name, in: archive, &tally) {
        case .imported, .extended: break
        case .present:
          if tally.present <= Self.presentShown { console.errors("\(place) is there already and was left as it is") }
        case .different(let difference):
          if tally.different <= Self.differentShown { console.errors("\(place) \(difference)") }
          if onConflict == .stop {
            console.errors("\(path): stopped; --on-conflict keep or extend goes on")
            tally.stopped = true
            return tally
          }
        }
      }
      progress.advance(to: reader.bytesRead)
    }
    return tally
  }

  /// The name of a conversation whose file gives none: that of the file, and its number in it.
  private func name(of draft: ConversationDraft, in path: String) -> String {
    if let key = draft.key { return key }
    let file = path.split(separator: "/").last.map { $0.split(separator: ".").first ?? $0 } ?? "conversation"
    return "\(file)-\(draft.place.conversation)"
  }

  private enum Storing {
    case imported, present, extended
    case different(ContentDifference)
  }

  private func store(
    _ draft: ConversationDraft, name: String, in archive: Archive, _ tally: inout ImportTally
  ) async throws -> Storing {
    var metadata = draft.metadata
    for member in self.metadata.object ?? [] { metadata.set(member.key, to: member.value) }
    let conversation = NewConversation(
      tenant: draft.tenant ?? tenant, key: name, format: draft.format.rawValue, envelope: draft.envelope,
      metadata: metadata.text)
    do {
      let entries = try await archive.appending { writer in
        try await Self.append(draft, to: conversation, writer)
      }
      tally.imported += 1
      tally.messages += draft.messages.count
      tally.entries += entries
      tally.replacements += draft.replacements
      return .imported
    } catch is AlreadyThere {
    } catch let error as PostgresError where Self.isAlreadyThere(error) {
    }
    let storing = try await compare(draft, with: conversation, in: archive, &tally)
    switch storing {
    case .imported, .extended: break
    case .present: tally.present += 1
    case .different: tally.different += 1
    }
    return storing
  }

  /// What a conversation that is there already has to do with the one of the file.
  private func compare(
    _ draft: ConversationDraft, with conversation: NewConversation, in archive: Archive, _ tally: inout ImportTally
  ) async throws -> Storing {
    let count = draft.messages.count
    guard let stored = try await archive.content(tenant: conversation.tenant, key: conversation.key, first: count)
    else {
      // Taken away meanwhile: the next import finds nothing in its way.
      return .present
    }
    let digests = MessageDigests(draft.messages, first: stored.messages)
    // What has gone on since it was imported has every message of the file.
    if stored.messages >= count, stored.firstDigest == digests.all { return .present }
    let isBeginning = stored.messages < count && stored.digest == digests.first
    let difference = ContentDifference(
      stored: (stored.messages, stored.digest), found: (count, digests.all), isBeginning: isBeginning)
    guard onConflict == .extend, isBeginning else { return .different(difference) }
    do {
      let entries = try await archive.appending { writer in
        try await Self.append(draft, from: stored.messages, to: conversation, writer)
      }
      tally.extended += 1
      tally.messages += count - stored.messages
      tally.entries += entries
      return .extended
    } catch let error as PostgresError where Self.isAlreadyThere(error) {
      return .different(difference)
    }
  }

  /// The conversation is there already, without messages, as the one that was read.
  private struct AlreadyThere: Error {}

  /// Whether the conversation is there already: with messages, or without any in another format.
  private static func isAlreadyThere(_ error: PostgresError) -> Bool {
    error.sqlState == Archive.unexpectedLength || error.sqlState == Archive.otherFormat
  }

  /// Appends the messages from one on, a bounded number of bytes at a time; returns the number of entries.
  ///
  /// - Throws: ``AlreadyThere``, which undoes the transaction, so that what is there stays as it is.
  private static func append(
    _ draft: ConversationDraft, from start: Int = 0, to conversation: NewConversation, _ writer: Archive.Writer
  ) async throws -> Int {
    var batch: [NewEntry] = []
    var bytes = 0
    var written = 0
    var first = start
    func flush(_ end: Int) async throws {
      let isNew = try await writer.append(
        batch, to: conversation, expectedLength: Int32(first), replacements: first == 0 ? draft.replacements : 0)
      // Its length, which tells of all others that they are there, is what was expected.
      if draft.messages.isEmpty, !isNew { throw AlreadyThere() }
      written += batch.count
      (batch, bytes, first) = ([], 0, end)
    }
    for index in start..<draft.messages.count {
      let message = draft.messages[index]
      if bytes > 4 << 20 || batch.count > 5_000 { try await flush(index) }
      for entry in message.entries {
        batch.append(
          NewEntry(
            message: Int32(index - first + 1), part: Int16(entry.part), parts: Int16(entry.parts),
            branch: message.branch, kind: entry.kind, isOpaque: entry.traits.contains(.opaque),
            isIllFormed: entry.traits.contains(.illFormed), original: entry.part == 0 ? message.original : nil,
            chat: entry.chat, time: message.time))
      }
      bytes += message.original.utf8.count
    }
    try await flush(draft.messages.count)
    return written
  }
}

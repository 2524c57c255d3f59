import Compaction
import Storage
import Summarization
import Transcripts

/// Reads the entries that a summary is made of, a page at a time.
struct SourceReader: Sendable {
  private static let pageRows = 500

  typealias Page = [(position: Int32, source: SourceEntry)]

  private let archive: Archive
  private let reconnecting: Reconnecting
  /// `conversations.number`.
  private let conversation: Int64
  private let chunkStarts: Set<Int32>
  /// The instructions at the head of the conversation.
  private let instructions: [EntryHeader]
  private let positions: [Int32]
  private let hasRevisions: Bool

  init(_ item: Drafted, in context: RunContext) {
    archive = context.archive
    reconnecting = context.reconnecting
    conversation = item.loaded.claimed.claim.conversation
    chunkStarts = item.loaded.snapshot.chunkStarts
    instructions = item.loaded.snapshot.headers.prefix(8).filter { $0.kind == .instructions }
    positions = item.loaded.snapshot.headers.map(\.position)
    hasRevisions = item.loaded.revision.highest > 0
  }

  /// The entries directly behind what earlier summaries covered.
  func startsBehindSummaries() async throws -> Set<Int32> {
    guard hasRevisions else { return [] }
    let ends = try await reconnecting { try await archive.summaryEnds(of: conversation) }
    return Set(ends.compactMap { end in positions.first { $0 > end } })
  }

  /// The texts of the conversation's instructions, which tell the model what it is about, and the first page of what is
  /// covered: one read, where the one stands shortly before the other.
  func opening(of covered: [PositionRange]) async throws -> (instructions: String?, page: Page) {
    guard let range = covered.first else { return (nil, []) }
    guard let first = instructions.first?.position, let last = instructions.last?.position else {
      return (nil, try await page(from: range.first, through: range.last))
    }
    if last < range.first, Int(range.first - first) < Self.pageRows / 2 {
      let page = try await page(from: first, through: range.last)
      return (Self.instructions(in: page.filter { $0.position <= last }), page.filter { range.contains($0.position) })
    }
    let head = try await page(from: first, through: last)
    return (Self.instructions(in: head), try await page(from: range.first, through: range.last))
  }

  private static func instructions(in page: Page) -> String? {
    let texts = page.filter { $0.source.kind == .instructions }.compactMap { $0.source.message["content"]?.string }
    return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
  }

  func page(from first: Int32, through last: Int32) async throws -> Page {
    let entries = try await entries(from: first, through: last)
    var messages = MessageReader()
    if let part = entries.first, part.part > 0, part.chat == nil {
      // The page begins within a message, whose text stands on its first part.
      for entry in try await self.entries(from: part.position - Int32(part.part), through: part.position - 1) {
        _ = try messages.message(of: entry)
      }
    }
    return try entries.map { entry in
      let source = SourceEntry(
        kind: entry.kind, message: try messages.message(of: entry), mayBeginChunk: chunkStarts.contains(entry.position))
      return (entry.position, source)
    }
  }

  private func entries(from first: Int32, through last: Int32) async throws -> [StoredEntry] {
    let span = EntrySpan(conversation: conversation, first: first, last: last)
    return try await reconnecting {
      var entries: [StoredEntry] = []
      try await archive.forEachEntry(in: [span], limit: Self.pageRows) { entries.append($0) }
      return entries
    }
  }
}

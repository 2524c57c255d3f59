import Tokenization

/// Cuts the rendered entries of a conversation into chunks of at most so many tokens, from the start, so that all but
/// the last stay the same as the conversation grows.
///
/// A chunk ends where a group ends. A group that is too long for one chunk is cut between its entries, and an entry
/// that is too long between its lines, words or characters; nothing is left out.
struct Chunker<Counter: Tokenizer> {
  private let tokenizer: Counter
  private let limit: Int
  /// What one line may have, so that any line fits the first chunk.
  private let lineLimit: Int
  /// A chunk that is cut where an earlier summary ended has at least so many tokens.
  private let leastBehindSummary: Int
  /// What the chunk at hand may still take.
  private var room: Int
  private var chunk: [Line] = []
  private var group: [Line] = []

  private struct Line {
    var text: String
    var tokens: Int
  }

  /// - Parameters:
  ///   - reservedInFirst: Tokens of what goes into the first request beside its chunk.
  ///   - leastBehindSummary: A smaller chunk goes on where an earlier summary ended: its own would save too little.
  init(tokenizer: Counter, limit: Int, reservedInFirst: Int = 0, leastBehindSummary: Int = .max) {
    self.tokenizer = tokenizer
    self.limit = limit
    self.leastBehindSummary = leastBehindSummary
    lineLimit = max(limit - reservedInFirst, limit / 4)
    room = lineLimit
  }

  /// Takes the texts of the next entry, and returns the chunks that are complete by it.
  mutating func add(_ entry: [LabelledText], mayBeginChunk: Bool, followsSummary: Bool = false) -> [Chunk] {
    var chunks = mayBeginChunk ? placeGroup() : []
    if mayBeginChunk, followsSummary, chunk.reduce(0, { $0 + $1.tokens }) >= leastBehindSummary {
      chunks.append(closeChunk())
    }
    for text in entry { group += lines(of: text) }
    return chunks
  }

  /// The chunks that are left.
  mutating func finish() -> [Chunk] {
    var chunks = placeGroup()
    if !chunk.isEmpty { chunks.append(closeChunk()) }
    return chunks
  }

  private mutating func placeGroup() -> [Chunk] {
    defer { group = [] }
    let tokens = group.reduce(0) { $0 + $1.tokens }
    if tokens <= room {
      place(group)
      return []
    }
    var chunks = chunk.isEmpty ? [] : [closeChunk()]
    if tokens <= room {
      place(group)
      return chunks
    }
    for line in group {
      if line.tokens > room, !chunk.isEmpty { chunks.append(closeChunk()) }
      place([line])
    }
    return chunks
  }

  private mutating func place(_ lines: [Line]) {
    chunk += lines
    room -= lines.reduce(0) { $0 + $1.tokens }
  }

  private mutating func closeChunk() -> Chunk {
    defer {
      chunk = []
      room = limit
    }
    return Chunk(
      text: chunk.map(\.text).joined(separator: "\n"), tokens: chunk.reduce(0) { $0 + $1.tokens })
  }

  /// The entry on one line of the transcript or, where it is too long, on several that say so.
  private func lines(of labelled: LabelledText) -> [Line] {
    let whole = line(Delimiters.entry(labelled))
    if whole.tokens <= lineLimit { return [whole] }
    let continued = labelled.label + " (continued)"
    let splitter = TextSplitter(tokenizer: tokenizer, limit: max(lineLimit - tokenizer.count(continued) - 4, 1))
    let parts = splitter.split(Delimiters.escaped(labelled.text, indent: Delimiters.indent))
    return parts.enumerated().map { index, part in line("\(index == 0 ? labelled.label : continued): \(part)") }
  }

  private func line(_ text: String) -> Line {
    Line(text: text, tokens: tokenizer.count(text) + 1)
  }
}

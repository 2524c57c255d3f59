/// Counts tokens exactly, by a vocabulary: what a model of its encoding counts.
///
/// The names of special tokens are plain text, as they are in stored conversations. Copies share a cache whose size
/// is bounded for each call that is under way at a time.
public struct BytePairTokenizer: Tokenizer {
  /// Which pattern cuts texts into pieces.
  public let encoding: BytePairEncoding
  /// The tokens there are.
  public let vocabulary: Vocabulary
  private let sets: WorkingSets

  public var name: String { encoding.rawValue }

  /// A tokenizer of the encoding.
  ///
  /// - Parameters:
  ///   - encoding: Names the tokenizer, and says how texts are cut.
  ///   - vocabulary: that of the encoding, or, for tests, another one under its pattern.
  public init(_ encoding: BytePairEncoding, _ vocabulary: Vocabulary) {
    self.encoding = encoding
    self.vocabulary = vocabulary
    sets = WorkingSets(vocabulary)
  }

  public func count(_ utf8: Span<UInt8>) -> Int {
    utf8.withUnsafeBufferPointer { bytes in
      guard !bytes.isEmpty else { return 0 }
      return sets.with { set in
        switch encoding {
        case .o200kBase: count(bytes, O200kPattern.self, set)
        case .cl100kBase: count(bytes, CL100kPattern.self, set)
        }
      }
    }
  }

  /// The tokens of a text, given as UTF-8, by their ids.
  public func tokens(of utf8: Span<UInt8>) -> [UInt32] {
    utf8.withUnsafeBufferPointer { bytes in
      guard !bytes.isEmpty else { return [] }
      return sets.with { set in
        switch encoding {
        case .o200kBase: tokens(bytes, O200kPattern.self, set)
        case .cl100kBase: tokens(bytes, CL100kPattern.self, set)
        }
      }
    }
  }

  /// The tokens of a text by their ids.
  public func tokens(of text: String) -> [UInt32] { tokens(of: text.utf8.span) }

  private func count<Pattern: PiecePattern>(
    _ bytes: UnsafeBufferPointer<UInt8>, _: Pattern.Type, _ set: WorkingSet
  ) -> Int {
    let text = UTF8Text(bytes)
    let cache = set.cache
    var total = 0
    var start = 0
    while start < text.end {
      let end = Pattern.endOfPiece(in: text, from: start)
      let piece = text.start + start
      let count = end &- start
      if count <= PieceCache.longest {
        let key = PieceCache.Entry(piece, count: count, readable: text.end &- start)
        total &+= cache.tokens(of: key) { countedAnew(piece, count, set) }
      } else {
        total &+= countedAnew(piece, count, set)
      }
      start = end
    }
    return total
  }

  @inline(never) private func countedAnew(_ piece: UnsafePointer<UInt8>, _ count: Int, _ set: WorkingSet) -> Int {
    vocabulary.rank(of: piece, count: count) != Vocabulary.none ? 1 : set.merger.merge(piece, count: count)
  }

  private func tokens<Pattern: PiecePattern>(
    _ bytes: UnsafeBufferPointer<UInt8>, _: Pattern.Type, _ set: WorkingSet
  ) -> [UInt32] {
    let text = UTF8Text(bytes)
    var tokens: [UInt32] = []
    var start = 0
    while start < text.end {
      let end = Pattern.endOfPiece(in: text, from: start)
      let piece = text.start + start
      let whole = vocabulary.rank(of: piece, count: end - start)
      if whole != Vocabulary.none {
        tokens.append(whole)
      } else {
        _ = set.merger.merge(piece, count: end - start)
        for (index, part) in set.merger.starts.enumerated() {
          let behind = index + 1 < set.merger.starts.count ? Int(set.merger.starts[index + 1]) : end - start
          tokens.append(vocabulary.rank(of: piece + Int(part), count: behind - Int(part)))
        }
      }
      start = end
    }
    return tokens
  }
}

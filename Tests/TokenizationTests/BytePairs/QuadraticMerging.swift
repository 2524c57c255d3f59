import Tokenization

/// Merging as it is defined, with no thought of speed: of all neighbours those joined by the lowest rank, the leftmost
/// first, until none are.
struct QuadraticMerging {
  private let ranks: [[UInt8]: UInt32]

  init(_ vocabulary: Vocabulary) {
    let tokens = (0..<UInt32(vocabulary.count)).map { (vocabulary.bytes(of: $0)!, $0) }
    ranks = Dictionary(uniqueKeysWithValues: tokens)
  }

  func tokens(of piece: [UInt8]) -> [UInt32] {
    if let whole = ranks[piece] { return [whole] }
    var parts = piece.map { [$0] }
    while true {
      let candidates = parts.indices.dropLast().compactMap { index in
        ranks[parts[index] + parts[index + 1]].map { ($0, index) }
      }
      guard let (_, index) = candidates.min(by: { $0.0 < $1.0 }) else { break }
      parts.replaceSubrange(index...index + 1, with: [parts[index] + parts[index + 1]])
    }
    return parts.map { ranks[$0]! }
  }

  /// Wrong: the longest token that the rest begins with, again and again.
  func greedyTokens(of piece: [UInt8]) -> [UInt32] {
    var tokens: [UInt32] = []
    var rest = piece[...]
    while !rest.isEmpty {
      let length = (1...rest.count).last { ranks[Array(rest.prefix($0))] != nil }!
      tokens.append(ranks[Array(rest.prefix(length))]!)
      rest = rest.dropFirst(length)
    }
    return tokens
  }
}

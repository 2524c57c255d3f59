/// Recognises sentences in which someone sets a constraint, by words of several languages.
///
/// It errs on the side of keeping: a sentence that only sounds like a constraint costs a few tokens, a lost constraint
/// costs the conversation.
enum ConstraintCues {
  /// Whether one of the cues stands among the words of a sentence, or in its text for scripts without spaces.
  static func stand(in words: ArraySlice<Word>, text range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    for index in words.indices {
      let word = words[index]
      if let cues = phrases[word.hash], cues.contains(where: { matches($0, words[index...]) }) { return true }
      if imperatives.contains(word.hash), word.startsClause || follows(courtesy, index, words) { return true }
    }
    return stands(in: range, of: bytes)
  }

  private static func matches(_ phrase: [UInt64], _ words: ArraySlice<Word>) -> Bool {
    words.count >= phrase.count && zip(phrase, words).allSatisfy { $0 == $1.hash }
  }

  private static func follows(_ set: Set<UInt64>, _ index: Int, _ words: ArraySlice<Word>) -> Bool {
    index > words.startIndex && set.contains(words[index - 1].hash)
  }

  private static func stands(in range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      // A cue begins with a three-byte scalar: nothing else is compared.
      if bytes[index] >= 0xE0, let cues = unspaced[bytes[index]] {
        for cue in cues where index + cue.count <= range.upperBound {
          if cue.indices.allSatisfy({ cue[$0] == bytes[index + $0] }) { return true }
        }
      }
      index += 1
    }
    return false
  }

  /// Phrases that set a constraint wherever they stand, by the hash of their first word.
  private static let phrases: [UInt64: [[UInt64]]] = {
    let all = CueLists.phrases.split(separator: "\n").flatMap { $0.split(separator: ",") }
    let hashed = all.map { phrase in phrase.split(separator: " ").map { WordHash.of($0) } }
    return Dictionary(grouping: hashed.filter { !$0.isEmpty }) { $0[0] }
  }()

  private static let imperatives = CueLists.hashes(CueLists.imperatives)
  private static let courtesy = CueLists.hashes(CueLists.courtesy)

  private static let unspaced: [UInt8: [[UInt8]]] = {
    let cues = CueLists.unspaced.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
    return Dictionary(grouping: cues) { $0[0] }
  }()
}

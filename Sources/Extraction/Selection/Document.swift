import Tokenization

/// A transcript taken apart: its sentences with the words that scoring needs.
struct Document {
  /// One sentence of one utterance.
  struct Sentence {
    var utterance: Int
    /// In the bytes of the utterance's text.
    var range: Range<Int>
    var tokens: Int
    /// In ``Document/words``.
    var words: Range<Int>
    /// Whether its speaker sets a constraint in it.
    var isConstraint: Bool
  }

  var utterances: [Utterance]
  var sentences: [Sentence] = []
  /// The words of all sentences: an index into ``gains`` each.
  var words: [Int32] = []
  /// What a word is worth the first time that it is taken: by its rarity, and as a name, number or date.
  var gains: [Double] = []

  init(_ utterances: [Utterance], tokenizer: some Tokenizer) {
    self.utterances = utterances
    var scanned: [Word] = []
    for (index, utterance) in utterances.enumerated() {
      let bytes = utterance.text.utf8.span
      for range in Sentences.ranges(in: bytes) {
        let first = scanned.count
        WordScanner.scan(range, of: bytes, into: &scanned)
        let isConstraint =
          utterance.setsConstraints && ConstraintCues.stand(in: scanned[first...], text: range, of: bytes)
        sentences.append(
          Sentence(
            utterance: index, range: range, tokens: tokenizer.count(bytes.extracting(range)),
            words: first..<scanned.count, isConstraint: isConstraint))
      }
    }
    weigh(scanned)
  }

  private mutating func weigh(_ scanned: [Word]) {
    var vocabulary = Vocabulary()
    words.reserveCapacity(scanned.count)
    for (index, sentence) in sentences.enumerated() {
      for word in scanned[sentence.words] { words.append(vocabulary.add(word, sentence: index)) }
    }
    gains = vocabulary.gains(sentences: sentences.count)
  }
}

import Tokenization

/// The sentences of a transcript in which a user sets a constraint.
public enum ConstraintSentences {
  /// In order, each as it stands in the transcript. It errs on the side of taking a sentence for one.
  public static func of(_ transcript: [Utterance]) -> [String] {
    let document = Document(transcript, tokenizer: Uncounted())
    return document.sentences.filter(\.isConstraint).map { sentence in
      let bytes = document.utterances[sentence.utterance].text.utf8.span
      return String(decoding: sentence.range.map { bytes[$0] }, as: UTF8.self)
    }
  }

  /// Those of one text of a user's.
  public static func of(_ text: String) -> [String] {
    let bytes = text.utf8.span
    var words: [Word] = []
    return Sentences.ranges(in: bytes).compactMap { range in
      words.removeAll(keepingCapacity: true)
      WordScanner.scan(range, of: bytes, into: &words)
      guard ConstraintCues.stand(in: words[...], text: range, of: bytes) else { return nil }
      return String(decoding: range.map { bytes[$0] }, as: UTF8.self)
    }
  }

  /// What a sentence costs does not matter here.
  private struct Uncounted: Tokenizer {
    var name: String { "uncounted" }
    func count(_ utf8: Span<UInt8>) -> Int { 0 }
  }
}

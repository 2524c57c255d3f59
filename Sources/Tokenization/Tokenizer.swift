/// Counts the tokens of texts: exactly by a vocabulary, or by an estimate.
public protocol Tokenizer: Sendable {
  /// Name and version, `estimate@1` say; stored with every count, since counts of different tokenizers do not add up.
  var name: String { get }

  /// The tokens of one text, given as UTF-8; 0 only for no bytes.
  ///
  /// Ill-formed UTF-8 is counted, never refused.
  func count(_ utf8: Span<UInt8>) -> Int
}

extension Tokenizer {
  /// The tokens of one text.
  public func count(_ text: String) -> Int {
    count(text.utf8.span)
  }

  /// The tokens of texts that are counted one by one, as the parts of a message are.
  public func count(_ texts: some Sequence<String>) -> Int {
    texts.reduce(0) { $0 + count($1) }
  }
}

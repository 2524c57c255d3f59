import Tokenization

/// A tokenizer of any kind where a type must be named.
struct AnyTokenizer: Tokenizer {
  private let base: any Tokenizer

  init(_ base: any Tokenizer) {
    self.base = base
  }

  var name: String { base.name }

  func count(_ utf8: Span<UInt8>) -> Int { base.count(utf8) }
}

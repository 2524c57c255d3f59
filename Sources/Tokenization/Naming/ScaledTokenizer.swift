/// Another tokenizer's counts times a factor, for models whose own vocabulary is not published: rounded for each
/// text, and at least 1 where there is text.
public struct ScaledTokenizer<Base: Tokenizer>: Tokenizer {
  private let base: Base
  private let thousandths: Int
  public let name: String

  /// A tokenizer with the factor of the name.
  public init(_ base: Base, name: TokenizerName) {
    self.base = base
    self.name = name.description
    thousandths = name.thousandths
  }

  public func count(_ utf8: Span<UInt8>) -> Int {
    utf8.isEmpty ? 0 : max(1, (base.count(utf8) * thousandths + 500) / 1_000)
  }
}

extension TokenizerName {
  /// The tokenizer of this name.
  ///
  /// - Parameter vocabulary: gives the tokenizer of an encoding.
  public func tokenizer<Failure: Error>(
    vocabulary: (BytePairEncoding) throws(Failure) -> BytePairTokenizer
  ) throws(Failure) -> any Tokenizer {
    switch base {
    case .estimate: scaled(EstimatingTokenizer())
    case .vocabulary(let encoding): scaled(try vocabulary(encoding))
    }
  }

  private func scaled(_ base: some Tokenizer) -> any Tokenizer {
    thousandths == 1_000 ? base : ScaledTokenizer(base, name: self)
  }
}

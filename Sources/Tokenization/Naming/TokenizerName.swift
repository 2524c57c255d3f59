/// How a tokenizer is called in job files, in the database and beside every count: `o200k_base`, `cl100k_base` or
/// `estimate@1`, and for a model of another vocabulary a factor on one of these, `o200k_base*1.2`.
public struct TokenizerName: Sendable, Hashable, CustomStringConvertible {
  /// What counts before the factor.
  public enum Base: Sendable, Hashable {
    /// A published vocabulary.
    case vocabulary(BytePairEncoding)
    /// ``EstimatingTokenizer``.
    case estimate

    var name: String {
      switch self {
      case .vocabulary(let encoding): encoding.rawValue
      case .estimate: EstimatingTokenizer.name
      }
    }
  }

  /// What counts before the factor.
  public var base: Base
  /// In thousandths, 1,000 for none.
  public var thousandths: Int

  /// The factors that may be written.
  public static let factors = 100...10_000

  /// The name of a tokenizer, with a factor on it.
  public init(_ base: Base, thousandths: Int = 1_000) {
    self.base = base
    self.thousandths = thousandths
  }

  /// Reads a name as it is written; nil for what is none. A factor is from 0.1 to 10 with at most three decimals.
  public init?(_ text: String) {
    let parts = text.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    let base: Base? =
      parts[0] == EstimatingTokenizer.name
      ? .estimate : BytePairEncoding(rawValue: String(parts[0])).map { .vocabulary($0) }
    guard let base else { return nil }
    self.init(base)
    guard parts.count == 2 else { return }
    guard let factor = Self.thousandths(parts[1]), Self.factors.contains(factor) else { return nil }
    thousandths = factor
  }

  /// `*1.2` and `*1.20` are the same name: counts by both are the same.
  public var description: String {
    guard thousandths != 1_000 else { return base.name }
    var decimals = String(thousandths % 1_000 + 1_000).dropFirst()
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(base.name)*\(thousandths / 1_000)" + (decimals.isEmpty ? "" : ".\(decimals)")
  }

  private static func thousandths(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let isNumber = parts.allSatisfy { part in
      (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { (48...57).contains($0) }
    }
    guard isNumber, let whole = Int(parts[0]) else { return nil }
    guard parts.count == 2 else { return whole * 1_000 }
    return Int(parts[1] + String(repeating: "0", count: 3 - parts[1].utf8.count)).map { whole * 1_000 + $0 }
  }
}

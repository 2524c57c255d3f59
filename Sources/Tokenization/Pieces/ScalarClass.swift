/// What a scalar is to the patterns that cut a text into pieces; also a set of such classes, a bit each.
package struct ScalarClass: OptionSet, Sendable, Hashable, BitwiseCopyable {
  package let rawValue: UInt8
  @inline(__always) package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `\p{Lu}` and `\p{Lt}`.
  package static let upper = ScalarClass(rawValue: 1)
  /// `\p{Ll}`.
  package static let lower = ScalarClass(rawValue: 2)
  /// `\p{Lm}` and `\p{Lo}`.
  package static let uncased = ScalarClass(rawValue: 4)
  /// `\p{M}`.
  package static let mark = ScalarClass(rawValue: 8)
  /// `\p{N}`.
  package static let number = ScalarClass(rawValue: 16)
  /// `\s` without the two line ends.
  package static let space = ScalarClass(rawValue: 32)
  /// `[\r\n]`.
  package static let newline = ScalarClass(rawValue: 64)
  /// Everything else: punctuation, symbols, controls, what is not assigned, and bytes that are not UTF-8.
  package static let other = ScalarClass(rawValue: 128)

  /// `\p{L}`.
  package static let letter: ScalarClass = [.upper, .lower, .uncased]
  /// `\s`.
  package static let whitespace: ScalarClass = [.space, .newline]
  /// `[^\s\p{L}\p{N}]`.
  package static let symbol: ScalarClass = [.other, .mark]

  @inline(__always) func isIn(_ set: ScalarClass) -> Bool { rawValue & set.rawValue != 0 }
}

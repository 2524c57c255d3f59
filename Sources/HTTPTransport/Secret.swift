/// A value that must not be seen: an API key, a bearer token.
///
/// However it is printed, interpolated, dumped or mirrored, a placeholder appears.
/// The text itself is only given out by ``reveal()``, which is easy to find in a review.
public struct Secret: Sendable, Hashable {
  /// What is printed instead.
  public static let placeholder = "<secret>"

  private let text: String

  /// A secret of this text.
  public init(_ text: String) {
    self.text = text
  }

  /// The text without surrounding white space, as keys are kept in files that end in a newline;
  /// nil when nothing is left.
  public init?(trimming text: some StringProtocol) {
    let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    let utf8 = Array(text.utf8)
    guard let first = utf8.firstIndex(where: { !isBlank($0) }), let last = utf8.lastIndex(where: { !isBlank($0) })
    else {
      return nil
    }
    self.text = String(decoding: utf8[first...last], as: UTF8.self)
  }

  /// The text, for the one place that sends it.
  public func reveal() -> String { text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { Self.placeholder }
  public var debugDescription: String { Self.placeholder }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

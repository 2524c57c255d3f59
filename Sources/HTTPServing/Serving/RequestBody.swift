/// Collects a request's body up to its limit.
struct RequestBody: Sendable {
  enum Verdict: Equatable, Sendable {
    case goOn
    /// Answer 413 now, before the body.
    case refuse
    /// So much came after the limit that the connection is to be closed.
    case cut
  }

  /// So much of a body that is too large is read and thrown away, because a client that is still sending would see a reset
  /// connection and not the 413.
  static let discardAllowance = 16 << 20

  let limit: Int
  private(set) var bytes: [UInt8] = []
  private var seen = 0

  init(limit: Int) { self.limit = limit }

  var isTooLarge: Bool { seen > limit }

  /// Looks at the head. A client that waits for `100 Continue` has sent nothing yet, and can be refused at once.
  func judge(declaredLength: Int?, waitsForContinue: Bool) -> Verdict {
    guard let declaredLength, declaredLength > limit else { return .goOn }
    return waitsForContinue || declaredLength - limit > Self.discardAllowance ? .refuse : .goOn
  }

  mutating func append(_ part: UnsafeRawBufferPointer) -> Verdict {
    seen += part.count
    if isTooLarge {
      bytes = []
      return seen - limit > Self.discardAllowance ? .cut : .goOn
    }
    bytes.append(contentsOf: part)
    return .goOn
  }

  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}

/// A JSON value that loses nothing of its text but the whitespace between tokens and the spelling of strings.
///
/// Keys keep their order and their duplicates, numbers are kept as they were written. Equality and hashing are
/// those of the text: strings are equal when their UTF-8 is (not when they are canonically equivalent), and `1`,
/// `1.0` and `1e0` are three different numbers.
public enum JSON: Sendable {
  /// Null.
  case null
  /// A Boolean.
  case bool(Bool)
  /// The digits as written, valid by the grammar of RFC 8259.
  case number(String)
  /// A string, without its escapes.
  case string(String)
  /// The elements, in their order.
  case array([JSON])
  /// The members, in their order, duplicates included.
  case object([Member])

  /// A key of an object with its value.
  public struct Member: Sendable, Hashable {
    /// The name, without its escapes.
    public var key: String
    /// The value.
    public var value: JSON

    /// A member of a name and a value.
    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }

    public static func == (one: Member, other: Member) -> Bool {
      one.key.hasSameUTF8(as: other.key) && one.value == other.value
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(utf8Of: key)
      hasher.combine(value)
    }
  }
}

extension JSON: Hashable {
  public static func == (one: JSON, other: JSON) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a.hasSameUTF8(as: b)
    case (.string(let a), .string(let b)): a.hasSameUTF8(as: b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(UInt8(0))
    case .bool(let value):
      hasher.combine(UInt8(1))
      hasher.combine(value)
    case .number(let digits):
      hasher.combine(UInt8(2))
      hasher.combine(utf8Of: digits)
    case .string(let string):
      hasher.combine(UInt8(3))
      hasher.combine(utf8Of: string)
    case .array(let elements):
      hasher.combine(UInt8(4))
      hasher.combine(elements)
    case .object(let members):
      hasher.combine(UInt8(5))
      hasher.combine(members)
    }
  }
}

extension String {
  /// Whether the two are the same bytes. `==` would also hold for canonically equivalent strings.
  package func hasSameUTF8(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

extension Hasher {
  mutating func combine(utf8Of string: String) {
    var string = string
    string.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    combine(UInt8(0xFF))
  }
}

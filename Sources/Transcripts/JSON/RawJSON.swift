/// The text of one JSON value, checked, of which nothing is built until asked for.
///
/// It shares the bytes that it was cut from, so a slice of a message is the client's text, byte for byte.
public struct RawJSON: Sendable {
  /// The text from the first to the last byte of the value.
  public let bytes: ArraySlice<UInt8>

  private init(unchecked bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// Checks a text, RFC 8259 to the letter; a byte order mark and whitespace around the value are left out.
  ///
  /// Offsets in the error count from the start of the slice.
  public init(_ bytes: ArraySlice<UInt8>) throws(JSON.ParseError) {
    let range = try withContiguousBytes(bytes) { buffer throws(JSON.ParseError) in
      var cursor = JSONCursor(buffer)
      cursor.skipByteOrderMark()
      let range = try cursor.skipValue()
      try cursor.finish()
      return range
    }
    self.init(unchecked: bytes[offset: range])
  }

  /// Checks that the text is one JSON text, and keeps it.
  public init(_ text: String) throws(JSON.ParseError) { try self.init(Array(text.utf8)[...]) }

  /// The kinds of JSON.
  public enum Kind: Sendable {
    /// Null.
    case null
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
  }

  /// Which kind it is, told from its first byte.
  public var kind: Kind {
    switch bytes[bytes.startIndex] {
    case UInt8(ascii: "n"): .null
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "{"): .object
    default: .number
    }
  }

  /// The text as it came.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The value, built.
  public var value: JSON {
    do throws(JSON.ParseError) {
      return try JSON(parsing: bytes)
    } catch { fatalError("a checked text failed to parse at \(error)") }
  }

  /// The string, or `nil` for any other kind. Lone surrogates and NULs become U+FFFD.
  public var string: String? {
    guard kind == .string else { return nil }
    let string = bytes.withContiguousStorageIfAvailable { buffer in
      var cursor = JSONCursor(buffer)
      return (try? cursor.string()).map { cursor.decode($0) }
    }
    return string ?? nil
  }

  /// Whether a string, array or object has nothing in it.
  public var isEmpty: Bool {
    switch kind {
    case .string: bytes.count == 2
    case .array, .object: bytes.dropFirst().firstIndex { $0 > UInt8(ascii: " ") } == bytes.endIndex - 1
    default: false
    }
  }

  /// The elements of an array in order; empty for any other kind.
  public var elements: [RawJSON] {
    guard kind == .array else { return [] }
    var elements: [RawJSON] = []
    forEachPart { cursor throws(JSON.ParseError) in
      elements.append(RawJSON(unchecked: bytes[offset: try cursor.skipValue()]))
    }
    return elements
  }

  /// The members of an object in order, duplicates included; empty for any other kind.
  public var members: [(key: String, value: RawJSON)] {
    var members: [(key: String, value: RawJSON)] = []
    forEachMember { members.append(($0, $1)) }
    return members
  }

  /// The value of the key, the last one where it stands more than once. Walks the object anew each time.
  public subscript(key: String) -> RawJSON? {
    var value: RawJSON?
    forEachMember { if $0.hasSameUTF8(as: key) { value = $1 } }
    return value
  }

  /// Calls the body with the members of an object in order, duplicates included; never for any other kind.
  public func forEachMember(_ body: (_ key: String, _ value: RawJSON) -> Void) {
    guard kind == .object else { return }
    forEachPart { cursor throws(JSON.ParseError) in
      let key = cursor.decode(try cursor.key())
      body(key, RawJSON(unchecked: bytes[offset: try cursor.skipValue()]))
    }
  }

  /// Walks the container's direct parts.
  private func forEachPart(_ read: (inout JSONCursor) throws(JSON.ParseError) -> Void) {
    do throws(JSON.ParseError) {
      try withContiguousBytes(bytes) { buffer throws(JSON.ParseError) in
        var cursor = JSONCursor(buffer)
        repeat {
          cursor.offset += 1  // the opening bracket, or a comma
          cursor.skipWhitespace()
          if cursor.offset == buffer.count - 1 { break }
          try read(&cursor)
          cursor.skipWhitespace()
        } while cursor.next == UInt8(ascii: ",")
      }
    } catch { fatalError("a checked text failed to parse at \(error)") }
  }
}

extension JSONCursor {
  /// Consumes one value, whitespace before it included, and returns where it stands.
  mutating func skipValue() throws(JSON.ParseError) -> Range<Int> {
    skipWhitespace()
    let start = offset
    var sink = IgnoringSink()
    try walk(&sink, depthLimit: JSON.depthLimit)
    return start..<offset
  }
}

extension ArraySlice {
  /// The part at offsets counted from the start of the slice.
  fileprivate subscript(offset range: Range<Int>) -> ArraySlice {
    self[startIndex + range.lowerBound..<startIndex + range.upperBound]
  }
}

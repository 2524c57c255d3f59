/// Single bytes of a source, with their place.
struct ByteStream<Source: ByteSource> {
  private var source: Source
  private var piece: [UInt8] = []
  private var index = 0
  /// Where the next byte stands in the source.
  private(set) var offset = 0
  /// On which line, from 1.
  private(set) var line = 1

  init(_ source: Source) { self.source = source }

  /// The next byte, or `nil` at the end.
  mutating func peek() throws -> UInt8? {
    while index == piece.count {
      guard let next = try source.next() else { return nil }
      piece = next
      index = 0
    }
    return piece[index]
  }

  /// Passes over the byte that was peeked at.
  mutating func skip() {
    if piece[index] == UInt8(ascii: "\n") { line += 1 }
    index += 1
    offset += 1
  }

  /// Passes over bytes for as long as the scanner takes them, and returns them slice by slice; `nil` when it took none.
  mutating func take(_ scanner: inout ValueScanner) throws -> ArraySlice<UInt8>? {
    guard try peek() != nil else { return nil }
    let start = index
    while index < piece.count, scanner.take(piece[index]) {
      if piece[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }
    offset += index - start
    return index == start ? nil : piece[start..<index]
  }

  /// Passes over whitespace, and at the very start over a byte order mark.
  mutating func skipWhitespace() throws {
    while let byte = try peek() {
      guard isWhitespace(byte) || (offset < 3 && [0xEF, 0xBB, 0xBF][offset] == byte) else { return }
      skip()
    }
  }
}

/// Finds where a JSON value ends by its brackets and quotes.
struct ValueScanner {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var hasBegun = false
  private var hasEnded = false

  /// Whether the byte belongs to the value still.
  mutating func take(_ byte: UInt8) -> Bool {
    if hasEnded { return false }
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
        hasEnded = depth == 0
      }
      return true
    }
    switch byte {
    case UInt8(ascii: "\""):
      if depth == 0 && hasBegun { return false }
      isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if depth == 0 && hasBegun { return false }
      depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      // A closing bracket that nothing opened ends a scalar, or is taken alone as a broken value.
      if depth == 0 && hasBegun { return false }
      depth = max(depth - 1, 0)
      hasEnded = depth == 0
    case UInt8(ascii: ","): if depth == 0 && hasBegun { return false }
    default: if depth == 0 && isWhitespace(byte) { return false }
    }
    hasBegun = true
    return true
  }
}

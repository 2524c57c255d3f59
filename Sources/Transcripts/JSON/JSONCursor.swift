/// Reads the tokens of a JSON text in place.
///
/// The pointer must outlive the cursor; every read is checked against its count.
package struct JSONCursor {
  let bytes: UnsafeBufferPointer<UInt8>
  var offset = 0
  /// Lone surrogates and NULs met so far in strings.
  var replacements = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// The byte at the offset, or `nil` at the end.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  mutating func skipWhitespace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): offset += 1
      default: return
      }
    }
  }

  mutating func skipByteOrderMark() {
    if bytes.count - offset >= 3, bytes[offset] == 0xEF, bytes[offset + 1] == 0xBB, bytes[offset + 2] == 0xBF {
      offset += 3
    }
  }

  /// Consumes `true`, `false` or `null`.
  mutating func literal(_ word: StaticString) throws(JSON.ParseError) {
    let start = offset
    for index in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[index] else {
        offset = start
        throw error("a value")
      }
      offset += 1
    }
  }

  /// Consumes a number and returns where it stands.
  mutating func number() throws(JSON.ParseError) -> Range<Int> {
    let start = offset
    if next == UInt8(ascii: "-") { offset += 1 }
    if next == UInt8(ascii: "0") { offset += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      offset += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      offset += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
      try digits()
    }
    return start..<offset
  }

  private mutating func digits() throws(JSON.ParseError) {
    let start = offset
    while let byte = next, byte &- UInt8(ascii: "0") < 10 { offset += 1 }
    if offset == start { throw error("a digit") }
  }

  /// The error at the offset: what stands there, and what should.
  func error(_ expected: String) -> JSON.ParseError {
    let found =
      switch next {
      case nil: "the end of the text"
      case let byte? where byte > 0x20 && byte < 0x7F: "`\(Character(Unicode.Scalar(byte)))`"
      case let byte?: "byte 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
      }
    return JSON.ParseError(offset: offset, found: found, expected: expected)
  }
}

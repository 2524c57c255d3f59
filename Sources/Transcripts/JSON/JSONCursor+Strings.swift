extension JSONCursor {
  /// A string token: where its inside stands, and whether its bytes are not the string itself.
  package struct StringToken {
    var range: Range<Int>
    var needsDecoding: Bool
  }

  /// Consumes a string, from its opening to its closing quote, and checks its escapes and its UTF-8.
  mutating func string() throws(JSON.ParseError) -> StringToken {
    guard next == UInt8(ascii: "\"") else { throw error("a string") }
    offset += 1
    let start = offset
    var needsDecoding = false
    while true {
      skipPlainBytes()
      guard let byte = next else { throw error("`\"`") }
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return StringToken(range: start..<offset - 1, needsDecoding: needsDecoding)
      case UInt8(ascii: "\\"):
        needsDecoding = true
        _ = try escape()
      case 0..<0x20: throw error("control characters to be escaped")
      case 0x80...: if try multiByteScalar() { needsDecoding = true }
      default: offset += 1
      }
    }
  }

  /// Skips bytes that are no quote, backslash, control character or part of a longer scalar, eight at a time.
  private mutating func skipPlainBytes() {
    guard let base = bytes.baseAddress else { return }
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs = ones << 7
    while offset + 8 <= bytes.count {
      let word = UInt64(littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      // The high bit of a byte is set where the byte is zero; above the first such byte it may be set wrongly.
      let quoted = ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
      let special = (quoted | (word &- ones &* 0x20) | word) & highs
      if special != 0 {
        offset += special.trailingZeroBitCount / 8
        return
      }
      offset += 8
    }
  }

  /// Consumes one escape and returns what it stands for: U+FFFD for NUL and for a surrogate without its other half.
  mutating func escape() throws(JSON.ParseError) -> Unicode.Scalar {
    offset += 1
    guard let byte = next else { throw error("an escape") }
    let plain: Unicode.Scalar
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain = Unicode.Scalar(byte)
    case UInt8(ascii: "b"): plain = "\u{8}"
    case UInt8(ascii: "f"): plain = "\u{C}"
    case UInt8(ascii: "n"): plain = "\n"
    case UInt8(ascii: "r"): plain = "\r"
    case UInt8(ascii: "t"): plain = "\t"
    case UInt8(ascii: "u"):
      offset += 1
      return try unicodeEscape()
    default: throw error("one of `\"\\/bfnrtu`")
    }
    offset += 1
    return plain
  }

  /// Consumes the digits of `\uXXXX`, with the second half of a surrogate pair.
  private mutating func unicodeEscape() throws(JSON.ParseError) -> Unicode.Scalar {
    let unit = try fourHexDigits()
    if unit != 0, let scalar = Unicode.Scalar(unit) { return scalar }
    if UTF16.isLeadSurrogate(unit), offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    {
      let before = offset
      offset += 2
      let second = try fourHexDigits()
      if UTF16.isTrailSurrogate(second) {
        return Unicode.Scalar(0x10000 + (UInt32(unit) & 0x3FF) << 10 + UInt32(second) & 0x3FF)!
      }
      offset = before
    }
    replacements += 1
    return "\u{FFFD}"
  }

  private mutating func fourHexDigits() throws(JSON.ParseError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = hexDigit(byte) else { throw error("four hexadecimal digits") }
      unit = unit << 4 | digit
      offset += 1
    }
    return unit
  }

  /// Consumes one scalar of two to four bytes. Returns true for an encoded surrogate, which counts as a replacement.
  private mutating func multiByteScalar() throws(JSON.ParseError) -> Bool {
    let first = bytes[offset]
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard first >= 0xC2, first <= 0xF4, offset + length <= bytes.count else { throw error("valid UTF-8") }
    let second = bytes[offset + 1]
    let lowest: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
    let highest: UInt8 = first == 0xF4 ? 0x8F : 0xBF
    guard second >= lowest, second <= highest, length < 3 || bytes[offset + 2] & 0xC0 == 0x80,
      length < 4 || bytes[offset + 3] & 0xC0 == 0x80
    else { throw error("valid UTF-8") }
    offset += length
    if first == 0xED, second >= 0xA0 {
      replacements += 1
      return true
    }
    return false
  }

  /// The string that a token stands for.
  package func decode(_ token: StringToken) -> String {
    let inside = UnsafeBufferPointer(rebasing: bytes[token.range])
    guard token.needsDecoding else { return String(decoding: inside, as: UTF8.self) }
    // What an escape or an encoded surrogate stands for is never longer than itself.
    return String(unsafeUninitializedCapacity: inside.count) { output in
      // The token has been checked once: a second walk over it cannot fail.
      var cursor = JSONCursor(inside)
      var count = 0
      func append(_ bytes: some Collection<UInt8>) {
        for byte in bytes {
          output[count] = byte
          count += 1
        }
      }
      while cursor.offset < inside.count {
        let byte = inside[cursor.offset]
        if byte == UInt8(ascii: "\\") {
          guard let scalar = try? cursor.escape() else { break }
          append(UTF8.encode(scalar)!)
        } else if byte == 0xED, inside[cursor.offset + 1] >= 0xA0 {
          append([0xEF, 0xBF, 0xBD])
          cursor.offset += 3
        } else {
          output[count] = byte
          count += 1
          cursor.offset += 1
        }
      }
      return count
    }
  }
}

/// The value of a hexadecimal digit, or `nil`.
func hexDigit(_ byte: UInt8) -> UInt16? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
  default: nil
  }
}

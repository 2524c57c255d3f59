extension JSON {
  /// Replaces what PostgreSQL cannot store in a JSON text: `\u0000` and the escapes of lone surrogates by `\ufffd`,
  /// encoded surrogates by an encoded U+FFFD.
  ///
  /// Everything else stays byte for byte, and so do all offsets. The text is not checked otherwise.
  public static func sanitize(_ bytes: some Collection<UInt8>) -> (bytes: [UInt8], replacements: Int) {
    var output = Array(bytes)
    let replacements = sanitize(&output)
    return (output, replacements)
  }

  /// Replaces in place, and returns how many were replaced: see ``sanitize(_:)-(Collection<UInt8>)``.
  public static func sanitize(_ bytes: inout [UInt8]) -> Int {
    var replacements = 0
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"):
        guard let unit = escapedUnit(at: index, in: bytes) else {
          index += 2
          continue
        }
        if UTF16.isLeadSurrogate(unit), let second = escapedUnit(at: index + 6, in: bytes),
          UTF16.isTrailSurrogate(second)
        {
          index += 12
          continue
        }
        if unit == 0 || UTF16.isSurrogate(unit) {
          bytes.replaceSubrange(index + 2..<index + 6, with: "fffd".utf8)
          replacements += 1
        }
        index += 6
      case 0xED where index + 2 < bytes.count && bytes[index + 1] >= 0xA0:
        bytes.replaceSubrange(index..<index + 3, with: [0xEF, 0xBF, 0xBD])
        replacements += 1
        index += 3
      default: index += 1
      }
    }
    return replacements
  }

  /// The code unit of the `\uXXXX` that begins at the index, or `nil` where none does.
  private static func escapedUnit(at index: Int, in bytes: [UInt8]) -> UInt16? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    var unit: UInt16 = 0
    for byte in bytes[index + 2..<index + 6] {
      guard let digit = hexDigit(byte) else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }
}

extension UTF16 {
  fileprivate static func isSurrogate(_ unit: UInt16) -> Bool { unit & 0xF800 == 0xD800 }
}

// COPY's text format: a line a row, values apart by tabs, NULL as \N, the control characters escaped.

extension [UInt8] {
  mutating func append(copyText values: [String?]) {
    for (index, value) in values.enumerated() {
      if index > 0 { append(UInt8(ascii: "\t")) }
      guard let value else {
        append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "N")])
        continue
      }
      for byte in value.utf8 { append(copyText: byte) }
    }
    append(UInt8(ascii: "\n"))
  }

  private mutating func append(copyText byte: UInt8) {
    let letter: UInt8? =
      switch byte {
      case UInt8(ascii: "\\"): byte
      case UInt8(ascii: "\n"): UInt8(ascii: "n")
      case UInt8(ascii: "\r"): UInt8(ascii: "r")
      case UInt8(ascii: "\t"): UInt8(ascii: "t")
      default: nil
      }
    if letter != nil { append(UInt8(ascii: "\\")) }
    append(letter ?? byte)
  }
}

/// COPY's text format.
public enum PostgresCopyText {
  /// The values of a line, without its end; nil is NULL.
  public static func values(ofLine line: some Collection<UInt8>) -> [String?] {
    line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map { value in
      if value.elementsEqual("\\N".utf8) { return nil }
      var text: [UInt8] = []
      var rest = value.makeIterator()
      while let byte = rest.next() {
        guard byte == UInt8(ascii: "\\"), let escaped = rest.next() else {
          text.append(byte)
          continue
        }
        text.append(copyControlCharacters[escaped] ?? escaped)
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
}

private let copyControlCharacters: [UInt8: UInt8] = [
  UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "v"): 0x0B,
]

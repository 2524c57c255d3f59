/// The inside of a JSON string of which more may come.
struct PartialString: Sendable {
  private enum Escape {
    case none, backslash
    case unicode(digits: Int, unit: UInt16)
  }

  private var bytes: [UInt8] = []
  private var escape = Escape.none
  /// The first half of a surrogate pair, whose second half may follow.
  private var lead: UInt16?

  var isEscaping: Bool { if case .none = escape { false } else { true } }

  /// Takes one more byte that does not end the string. False where an escape is broken.
  mutating func append(_ byte: UInt8) -> Bool {
    switch escape {
    case .none where byte == UInt8(ascii: "\\"): escape = .backslash
    case .none:
      settleLead()
      bytes.append(byte)
    case .backslash where byte == UInt8(ascii: "u"): escape = .unicode(digits: 0, unit: 0)
    case .backslash:
      guard let plain = PartialString.escapes[byte] else { return false }
      settleLead()
      bytes.append(plain)
      escape = .none
    case .unicode(let digits, let unit):
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return false }
      let unit = unit << 4 | UInt16(digit)
      if digits < 3 { escape = .unicode(digits: digits + 1, unit: unit) } else { append(unit: unit) }
    }
    return true
  }

  /// The string without what is only half there.
  var soFar: String { String(decoding: bytes.dropLast(incompleteBytes), as: UTF8.self) }

  /// The whole string, after its closing quote.
  mutating func closed() -> String {
    settleLead()
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func append(unit: UInt16) {
    escape = .none
    if let first = lead, UTF16.isTrailSurrogate(unit) {
      lead = nil
      let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
      append(Unicode.Scalar(value)!)
      return
    }
    settleLead()
    if UTF16.isLeadSurrogate(unit) {
      lead = unit
    } else {
      append(Unicode.Scalar(unit == 0 ? 0xFFFD : unit) ?? "\u{FFFD}")
    }
  }

  private mutating func settleLead() {
    if lead != nil { append("\u{FFFD}") }
    lead = nil
  }

  private mutating func append(_ scalar: Unicode.Scalar) { bytes.append(contentsOf: UTF8.encode(scalar)!) }

  /// How many bytes at the end begin a character that is not there yet.
  private var incompleteBytes: Int {
    for (back, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > back + 1 ? back + 1 : 0
    }
    return 0
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F, UInt8(ascii: "b"): 0x08,
    UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
  ]
}

/// The grammar of JSON's numbers, for one of which more may come.
enum PartialNumber {
  static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// How many of the bytes from the start are a legal number, as many as can be.
  static func legalPrefix(_ bytes: [UInt8]) -> Int {
    var index = bytes.first == UInt8(ascii: "-") ? 1 : 0
    func digits(from start: Int) -> Int {
      bytes[min(start, bytes.count)...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
    }
    let whole = digits(from: index)
    if whole == 0 { return 0 }
    index += bytes[index] == UInt8(ascii: "0") ? 1 : whole
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      let fraction = digits(from: index + 1)
      if fraction == 0 { return index }
      index += 1 + fraction
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      let isSigned =
        index + 1 < bytes.count && (bytes[index + 1] == UInt8(ascii: "-") || bytes[index + 1] == UInt8(ascii: "+"))
      let start = index + (isSigned ? 2 : 1)
      let exponent = digits(from: start)
      if exponent > 0 { index = start + exponent }
    }
    return index
  }
}

/// PostgreSQL's binary form of `numeric`: digits to the base 10,000, the first of which stands for `10000^weight`, a
/// sign, and the number of decimals to print.
struct NumericDigits: Equatable {
  enum Sign: UInt16 {
    case positive = 0x0000
    case negative = 0x4000
    case notANumber = 0xC000
    case infinity = 0xD000
    case negativeInfinity = 0xF000
  }

  var sign: Sign
  var weight: Int16 = 0
  var decimals: UInt16 = 0
  var digits: [Int16] = []

  static let names: [String: Sign] = [
    "NaN": .notANumber, "Infinity": .infinity, "-Infinity": .negativeInfinity,
  ]

  init?(parsing text: String) {
    if let sign = Self.names[text] {
      self.init(sign: sign)
      return
    }
    var rest = Substring(text)
    self.init(sign: rest.hasPrefix("-") ? .negative : .positive)
    if rest.hasPrefix("-") || rest.hasPrefix("+") { rest.removeFirst() }
    let parts = rest.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = parts.first.map(Array.init) else { return nil }
    let fraction = parts.count == 2 ? Array(parts[1]) : []
    guard !(whole + fraction).isEmpty,
      (whole + fraction).allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      whole.count <= 131_072, fraction.count <= 16_383
    else { return nil }
    decimals = UInt16(fraction.count)

    // Fill both sides up to whole groups of four around the point.
    let zero = UInt8(ascii: "0")
    let front = [UInt8](repeating: zero, count: (4 - whole.count % 4) % 4) + whole
    let padded = front + fraction + [UInt8](repeating: zero, count: (4 - fraction.count % 4) % 4)
    digits = stride(from: 0, to: padded.count, by: 4).map { start in
      padded[start..<start + 4].reduce(0) { $0 * 10 + Int16($1 - zero) }
    }
    weight = Int16(front.count / 4 - 1)
    let leading = digits.prefix { $0 == 0 }.count
    digits.removeFirst(leading)
    weight = digits.isEmpty ? 0 : weight - Int16(leading)
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty { sign = .positive }
  }

  private init(sign: Sign) {
    self.sign = sign
  }

  init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 8, let sign = Sign(rawValue: bytes.bigEndian(UInt16.self, at: 4)) else { return nil }
    let count = Int(bytes.bigEndian(UInt16.self))
    guard bytes.count == 8 + 2 * count else { return nil }
    self.sign = sign
    weight = bytes.bigEndian(Int16.self, at: 2)
    decimals = bytes.bigEndian(UInt16.self, at: 6)
    digits = (0..<count).map { bytes.bigEndian(Int16.self, at: 8 + 2 * $0) }
    guard digits.allSatisfy({ (0..<10_000).contains($0) }) else { return nil }
  }

  func encode(into bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt16(digits.count))
    bytes.append(bigEndian: weight)
    bytes.append(bigEndian: sign.rawValue)
    bytes.append(bigEndian: decimals)
    for digit in digits { bytes.append(bigEndian: digit) }
  }

  var text: String {
    if let name = Self.names.first(where: { $0.value == sign })?.key { return name }
    var text = sign == .negative ? "-" : ""
    if weight < 0 { text += "0" }
    for position in 0..<max(0, Int(weight) + 1) {
      text += position == 0 ? String(digit(position)) : padded(digit(position))
    }
    guard decimals > 0 else { return text }
    var fraction = ""
    // Negative where groups of zeros stand right after the point.
    var position = Int(weight) + 1
    while fraction.utf8.count < decimals {
      fraction += padded(digit(position))
      position += 1
    }
    return text + "." + fraction.prefix(Int(decimals))
  }

  private func digit(_ position: Int) -> Int16 {
    digits.indices.contains(position) ? digits[position] : 0
  }

  private func padded(_ digit: Int16) -> String {
    let text = String(digit)
    return String(repeating: "0", count: 4 - text.utf8.count) + text
  }
}

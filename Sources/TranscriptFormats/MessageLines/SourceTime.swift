import Transcripts

/// The time that a source gives a message, in microseconds since 1970.
enum SourceTime {
  /// The first of `created_at`, `create_time`, `createdAt` and `timestamp` that holds a time.
  static func of(_ message: RawJSON) -> Int64? {
    var times: [Int64?] = [nil, nil, nil, nil]
    message.forEachMember { key, value in
      guard let place = ["created_at", "create_time", "createdAt", "timestamp"].firstIndex(of: key) else { return }
      times[place] = time(value)
    }
    return times.lazy.compactMap(\.self).first
  }

  static func time(_ value: RawJSON) -> Int64? {
    switch value.kind {
    case .number: value.value.double.flatMap(time(ofNumber:))
    case .string: value.string.flatMap(time(ofText:))
    default: nil
    }
  }

  /// Seconds since 1970, or milli- or microseconds where seconds would lie beyond the year 5000.
  static func time(ofNumber number: Double) -> Int64? {
    let unit: Double =
      switch number.magnitude {
      case ..<1e11: 1_000_000
      case ..<1e14: 1_000
      case ..<1e17: 1
      default: 0
      }
    if unit == 0 { return nil }
    let microseconds = number * unit
    // Halves are rounded away from zero; `rounded()` would need libm.
    return Int64(microseconds + (microseconds < 0 ? -0.5 : 0.5))
  }

  /// A date and time of RFC 3339; without an offset it is UTC. Digits beyond microseconds are cut off.
  static func time(ofText text: String) -> Int64? {
    var reader = DigitReader(text)
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
      let day = reader.number(2), reader.take("T") || reader.take("t") || reader.take(" "),
      let hour = reader.number(2), reader.take(":"), let minute = reader.number(2)
    else { return nil }
    var second = 0
    var microsecond = 0
    if reader.take(":") {
      guard let seconds = reader.number(2) else { return nil }
      second = seconds
      if reader.take(".") {
        guard let fraction = reader.fraction() else { return nil }
        microsecond = fraction
      }
    }
    guard let offset = reader.offset(), reader.isAtEnd, (1...12).contains(month), (1...31).contains(day), hour < 24,
      minute < 60, second <= 60
    else { return nil }
    let seconds = ((daysSince1970(year, month, day) * 24 + hour) * 60 + minute - offset) * 60 + second
    return Int64(seconds) * 1_000_000 + Int64(microsecond)
  }

  /// Days from 1970-01-01, by the Gregorian calendar.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years that begin in March, so that the leap day is the last.
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}

/// Takes digits and signs off the front of a text.
private struct DigitReader {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(_ digits: Int) -> Int? {
    let head = rest.prefix(digits)
    guard head.count == digits, head.allSatisfy({ $0 &- 48 < 10 }) else { return nil }
    rest = rest.dropFirst(digits)
    return head.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  /// Decimal digits as microseconds.
  mutating func fraction() -> Int? {
    let digits = rest.prefix { $0 &- 48 < 10 }
    rest = rest.dropFirst(digits.count)
    if digits.isEmpty { return nil }
    return (digits.prefix(6).map { Int($0 - 48) } + [0, 0, 0, 0, 0]).prefix(6).reduce(0) { $0 * 10 + $1 }
  }

  /// The offset from UTC in minutes, 0 where none is written.
  mutating func offset() -> Int? {
    if isAtEnd || take("Z") || take("z") { return 0 }
    let sign = take("-") ? -1 : take("+") ? 1 : 0
    guard sign != 0, let hours = number(2) else { return nil }
    _ = take(":")
    if isAtEnd { return sign * hours * 60 }
    guard let minutes = number(2) else { return nil }
    return sign * (hours * 60 + minutes)
  }
}

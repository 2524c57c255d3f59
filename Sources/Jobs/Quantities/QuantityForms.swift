/// How numbers with a unit are written in a job file. Each function returns `nil` for what it does not know; the
/// caller knows the place and says what was expected.
enum QuantityForms {
  /// `24000`, `24k`, `1.5k`, `2M`: a whole number, where k is a thousand and M a million.
  static func count(_ text: String) -> Int? {
    var digits = Substring(text)
    var factor: Int64 = 1
    if digits.last == "k" { factor = 1_000 }
    if digits.last == "M" { factor = 1_000_000 }
    if factor > 1 { digits.removeLast() }
    guard let value = millionths(digits) else { return nil }
    let (product, overflow) = value.multipliedReportingOverflow(by: factor)
    guard !overflow, product % 1_000_000 == 0 else { return nil }
    return Int(product / 1_000_000)
  }

  /// `90s`, `15m`, `2h`, `1d`, `500ms`, or several, the largest first: `1h30m`.
  static func duration(_ text: String) -> Duration? {
    let units: [(name: String, milliseconds: Int64)] = [
      ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]
    var rest = Substring(text)
    var total: Int64 = 0
    var next = units[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count)
      guard digits.count <= 9, let value = Int64(digits), let index = next.firstIndex(where: { $0.name == name }) else {
        return nil
      }
      total += value * next[index].milliseconds
      next = next[(index + 1)...]
    }
    return text.isEmpty ? nil : .milliseconds(total)
  }

  /// `200 USD`, or a bare number where the setting's unit is dollars anyway.
  static func money(_ text: String, currencyMayBeMissing: Bool) -> Money? {
    var digits = Substring(text)
    if text.hasSuffix("USD") {
      digits = digits.dropLast(3)
      while digits.last == " " { digits.removeLast() }
    } else if !currencyMayBeMissing {
      return nil
    }
    return millionths(digits).map { Money(microdollars: $0) }
  }

  /// `5%` as a share of 1.
  static func percent(_ text: String) -> Double? {
    guard text.last == "%", let value = millionths(text.dropLast()) else { return nil }
    return Double(value) / 100_000_000
  }

  static func decimal(_ text: String) -> Double? { millionths(text).map { Double($0) / 1_000_000 } }

  /// `5%` for 5, 5 % and 0.05 alike.
  static func nearestPercent(to text: String) -> String? {
    let digits = text.filter { $0 != " " && $0 != "%" }
    guard let value = millionths(digits), value > 0, value <= 100_000_000 else { return nil }
    let share = value <= 1_000_000 && !text.contains("%") ? value * 100 : value
    let percent = Double(share) / 1_000_000
    return percent == percent.rounded() ? "\(Int(percent))%" : "\(percent)%"
  }

  /// The form nearest to a number that was written almost right: `24K` for 24k, `15 min` for 15m.
  static func nearestForm(to text: String, reads: (String) -> Bool) -> String? {
    let compact = text.filter { $0 != " " && $0 != "_" && $0 != "," }
    let replacements = [
      ("K", "k"), ("m", "M"), ("min", "m"), ("mins", "m"), ("minutes", "m"), ("sec", "s"), ("secs", "s"),
      ("seconds", "s"), ("hours", "h"), ("hour", "h"), ("days", "d"), ("day", "d"), ("H", "h"), ("S", "s"), ("D", "d"),
      ("usd", " USD"), ("$", " USD"), ("", " USD"), ("", "s"),
    ]
    if reads(compact) { return compact }
    if compact.first == "$", reads(compact.dropFirst() + " USD") { return compact.dropFirst() + " USD" }
    for (from, to) in replacements where compact.hasSuffix(from) {
      let candidate = compact.dropLast(from.count) + to
      if reads(String(candidate)) { return String(candidate) }
    }
    return nil
  }
}

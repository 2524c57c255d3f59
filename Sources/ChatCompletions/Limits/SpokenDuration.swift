/// Durations as providers write them: `6m0s`, `2m59.56s`, `120ms`, `26s`, `45 seconds`, `55`.
enum SpokenDuration {
  private static let units: [(String, Double)] = [
    ("milliseconds", 0.001), ("ms", 0.001), ("seconds", 1), ("second", 1), ("minutes", 60), ("minute", 60),
    ("hours", 3600),
    ("hour", 3600), ("days", 86400), ("day", 86400), ("s", 1), ("m", 60), ("h", 3600), ("d", 86400),
  ]

  /// Reads what stands at the beginning; a number without a unit is seconds. Nil for nothing usable.
  static func parse(_ text: String) -> Duration? {
    var rest = text[...]
    var total = 0.0
    var hasPart = false
    while let (value, after) = number(in: rest) {
      let spaced = after.drop { $0 == " " }
      guard let unit = units.first(where: { spaced.lowercased().hasPrefix($0.0) }) else {
        if !hasPart { total = value }
        break
      }
      total += value * unit.1
      hasPart = true
      rest = spaced.dropFirst(unit.0.count)
    }
    return RetryAfter.seconds(total)
  }

  private static func number(in text: Substring) -> (Double, Substring)? {
    let digits = text.prefix { ("0"..."9").contains($0) || $0 == "." }
    // A full stop may end the sentence.
    let trimmed = digits.last == "." ? digits.dropLast() : digits
    guard let value = Double(trimmed) else { return nil }
    return (value, text.dropFirst(trimmed.count))
  }
}

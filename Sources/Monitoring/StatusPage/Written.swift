import FoundationEssentials

/// How the page writes numbers and times.
enum Written {
  /// `1,234,567`.
  static func count(_ number: Int64) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }

  /// `12.3M`.
  static func short(_ number: Int64) -> String {
    let units: [(Double, String)] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")]
    // 999,950 would be written as 1000.0k.
    for (size, letter) in units where Double(number.magnitude) >= size * 0.99995 {
      let tenths = Int((Double(number) / size * 10).rounded())
      return "\(tenths / 10).\(abs(tenths) % 10)\(letter)"
    }
    return "\(number)"
  }

  /// `$1,234.50`.
  static func dollars(_ amount: Double) -> String {
    let cents = Int64((amount * 100).rounded())
    let fraction = cents % 100
    return "$\(count(cents / 100)).\(fraction < 10 ? "0" : "")\(fraction)"
  }

  /// `12%`, and one place below ten.
  static func percent(_ share: Double) -> String {
    let percent = share * 100
    if percent >= 9.95 { return "\(Int(percent.rounded()))%" }
    return percent > 0 && percent < 0.05 ? "<0.1%" : "\((percent * 10).rounded() / 10)%"
  }

  /// `4 s`, `12 min`, `3 h 20 min`, `5 d 2 h`.
  static func span(_ seconds: Double) -> String {
    let whole = max(0, Int(seconds))
    let (minutes, hours, days) = (whole / 60 % 60, whole / 3600 % 24, whole / 86400)
    if days > 0 { return "\(days) d" + (hours > 0 ? " \(hours) h" : "") }
    if hours > 0 { return "\(hours) h" + (minutes > 0 ? " \(minutes) min" : "") }
    return minutes > 0 ? "\(minutes) min" : "\(whole) s"
  }

  /// `12 min ago`, or `in 3 h`.
  static func ago(_ time: Date, _ now: Date) -> String {
    let seconds = now.timeIntervalSince(time)
    return seconds >= 0 ? "\(span(seconds)) ago" : "in \(span(-seconds))"
  }

  /// `2026-09-22T12:30:00Z`.
  static func time(_ time: Date) -> String { time.formatted(.iso8601) }
}

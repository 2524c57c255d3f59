extension ProgressState {
  /// A line for a terminal: `━━━━━━━━╸        52%  1,040/2,000  131/s  0:07 left  $0.42`.
  ///
  /// - Parameter width: columns of the terminal; the bar takes what the numbers leave, and goes where they leave too little.
  public func bar(width: Int) -> String {
    let facts = facts.joined(separator: "  ")
    guard let fraction else { return facts }
    let room = min(40, width - facts.count - 3)
    guard room >= 8 else { return facts }
    let halves = Int(fraction * Double(2 * room))
    var bar = String(repeating: "━", count: halves / 2)
    if halves % 2 == 1 { bar += "╸" }
    return bar + String(repeating: " ", count: room - bar.count) + "  " + facts
  }

  /// A line for a log file: `52%  1,040/2,000  131/s  0:07 left  $0.42`.
  public var line: String { facts.joined(separator: "  ") }

  private var facts: [String] {
    var facts: [String] = []
    if let fraction { facts.append("\(Int(fraction * 100))%") }
    facts.append(Self.grouped(done) + (fraction == nil ? "" : total.map { "/" + Self.grouped($0) } ?? ""))
    if let rate { facts.append(Self.rate(rate)) }
    if fraction == 1 {
      facts.append("in \(Self.clock(elapsed))")
    } else if let timeLeft {
      facts.append("\(Self.clock(timeLeft)) left")
    }
    if let spend { facts.append(Self.dollars(spend)) }
    return facts
  }

  /// `1,234,567`.
  static func grouped(_ number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits.removeLast(3)
    }
    groups.insert(digits[...], at: 0)
    return (number < 0 ? "-" : "") + groups.joined(separator: ",")
  }

  /// `131/s`, or `2.5/s`, or `12/min` where it is slow.
  static func rate(_ rate: Double) -> String {
    if rate >= 10 { return "\(grouped(Int(rate.rounded())))/s" }
    if rate >= 1 || rate == 0 { return "\(rounded(rate, 10))/s" }
    return "\(rounded(rate * 60, 10))/min"
  }

  /// `0:07`, `12:30`, `3:04:05`, `2d 04:00`.
  static func clock(_ duration: Duration) -> String {
    let seconds = Int(duration.inSeconds.rounded())
    let (minutes, hours, days) = (seconds / 60 % 60, seconds / 3600 % 24, seconds / 86400)
    if days > 0 { return "\(days)d \(two(hours)):\(two(minutes))" }
    if hours > 0 { return "\(hours):\(two(minutes)):\(two(seconds % 60))" }
    return "\(minutes):\(two(seconds % 60))"
  }

  /// `$0.42`, and four places below a dime.
  static func dollars(_ amount: Double) -> String {
    let places = amount < 0.1 && amount > 0 ? 4 : 2
    let scale = places == 4 ? 10_000.0 : 100.0
    let units = Int((amount * scale).rounded())
    let fraction = String(units % Int(scale))
    return "$\(grouped(units / Int(scale))).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
  }

  private static func rounded(_ value: Double, _ scale: Double) -> Double { (value * scale).rounded() / scale }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

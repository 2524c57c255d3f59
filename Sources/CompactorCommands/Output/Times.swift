import FoundationEssentials

/// `2026-01-31 12:00:05` in UTC, for tables.
func timeText(_ microseconds: Int64) -> String {
  let date = Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
  let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .gmt)
  return String(date.formatted(style.year().month().day().time(includingFractionalSeconds: false)))
}

/// `2026-01-31T12:00:05.123456Z`, for JSON.
func timestampText(_ microseconds: Int64) -> String {
  let (seconds, fraction) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
  let whole = fraction < 0 ? seconds - 1 : seconds
  let part = String(fraction < 0 ? fraction + 1_000_000 : fraction)
  let date = Date(timeIntervalSince1970: Double(whole))
  let text = date.formatted(Date.ISO8601FormatStyle(timeZone: .gmt))
  return text.dropLast() + "." + String(repeating: "0", count: 6 - part.count) + part + "Z"
}

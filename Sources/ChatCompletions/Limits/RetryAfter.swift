public import FoundationEssentials
public import HTTPTransport

/// How long a server asks to wait.
public enum RetryAfter {
  /// The first of: `retry-after-ms`, `Retry-After`, a member or the words of the body, and the later of the budgets that are
  /// used up. Nil when there is nothing usable, which zero, negative and absurd numbers are not.
  public static func delay(headers: HTTPHeaders, body: ErrorBody, now: Date) -> Duration? {
    headers["retry-after-ms"].flatMap { number($0) }.flatMap { seconds($0 / 1000) }
      ?? headers["retry-after"].flatMap { delay(field: $0, now: now) }
      ?? body.retryDelay.flatMap(SpokenDuration.parse)
      ?? hint(in: body.message)
      ?? RateLimits(headers, now: now).exhaustedFor
  }

  /// A field's value: seconds, with a fraction or not, or a date.
  public static func delay(field: String, now: Date) -> Duration? {
    if let value = number(field) { return seconds(value) }
    return HTTPDate.parse(field).flatMap { seconds($0.timeIntervalSince(now)) }
  }

  private static func number(_ text: String) -> Double? {
    Double(text.drop { $0 == " " }.prefix { $0 != " " })
  }

  static func seconds(_ value: Double) -> Duration? {
    value.isFinite && value > 0 && value < 1e7 ? .milliseconds(Int64((value * 1000).rounded(.up))) : nil
  }

  /// `Please try again in 5.289s`, `in 1m30s`, `Please retry after 45 seconds`.
  private static func hint(in message: String) -> Duration? {
    let words = message.lowercased()
    for phrase in ["try again in ", "retry after ", "retry in "] {
      if let found = words.firstRange(of: phrase) { return SpokenDuration.parse(String(words[found.upperBound...])) }
    }
    return nil
  }
}

public import FoundationEssentials
public import HTTPTransport

/// What is left of the budgets of requests and tokens, as far as the headers of a response say.
public struct RateLimits: Sendable, Hashable {
  /// One budget; what no header says is nil.
  public struct Budget: Sendable, Hashable {
    /// What the budget holds when it is full.
    public var limit: Int?
    /// What is left of it.
    public var remaining: Int?
    /// Until it is full again.
    public var reset: Duration?
  }

  /// Of requests.
  public var requests: Budget
  /// Of tokens.
  public var tokens: Budget

  /// Reads `x-ratelimit-*` and `anthropic-ratelimit-*`. Negative numbers, which some servers send, are left out.
  public init(_ headers: HTTPHeaders, now: Date) {
    requests = Self.budget("requests", headers, now)
    tokens = Self.budget("tokens", headers, now)
  }

  /// How long until no budget is used up any more: the later of the two. Nil when none is.
  public var exhaustedFor: Duration? {
    [requests, tokens].filter { $0.remaining == 0 }.compactMap(\.reset).max()
  }

  private static func budget(_ name: String, _ headers: HTTPHeaders, _ now: Date) -> Budget {
    let value = { (what: String) in
      headers["x-ratelimit-\(what)-\(name)"] ?? headers["anthropic-ratelimit-\(name)-\(what)"]
    }
    let count = { (what: String) in value(what).flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }
    return Budget(
      limit: count("limit"), remaining: count("remaining"), reset: value("reset").flatMap { reset($0, now) })
  }

  private static func reset(_ text: String, _ now: Date) -> Duration? {
    if let date = try? Date(text, strategy: Date.ISO8601FormatStyle()) {
      return RetryAfter.seconds(date.timeIntervalSince(now))
    }
    return SpokenDuration.parse(text)
  }
}

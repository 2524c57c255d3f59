import ChatCompletions
import FoundationEssentials
import HTTPTransport
import Testing

@Suite struct RetryAfterTests {
  /// 2023-09-29 16:26:37 UTC
  private let now = Date(timeIntervalSince1970: 1_696_004_797)

  @Test(
    arguments: [
      ("20", 20), ("60", 60), ("61", 61), ("120", 120), ("121", 121), ("1.5", 1.5), ("0.25", 0.25),
      ("Fri, 29 Sep 2023 16:26:57 GMT", 20), ("Friday, 29-Sep-23 16:26:57 GMT", 20), ("Fri Sep 29 16:26:57 2023", 20),
      ("Fri Sep  1 16:26:57 2023", nil), ("Sat, 30 Sep 2023 00:00:00 GMT", 27203),
      ("0", nil), ("-10", nil), ("-1100", nil), ("99999999999999999999999999999999999", nil), ("inf", nil),
      ("nan", nil),
      ("", nil), ("soon", nil),
      ("Zun, 29 Sep 2023 16:26:57 GMT", nil), ("Fri, 29 Sep 100000 16:26:57 GMT", nil),
      ("Fri, 32 Sep 2023 16:26:57 GMT", nil),
      ("Fri, 29 Sep 2023 16:26:37 GMT", nil), ("Fri, 29 Sep 2023 16:26:17 GMT", nil),
      ("Fri, 29 Foo 2023 16:26:57 GMT", nil),
    ] as [(String, Double?)])
  func `a field is seconds or a date, and nonsense is nothing`(field: String, seconds: Double?) {
    #expect(RetryAfter.delay(field: field, now: now) == seconds.map { .milliseconds(Int64($0 * 1000)) })
  }

  private func delay(_ headers: [(String, String)], _ body: String = "") -> Duration? {
    RetryAfter.delay(headers: HTTPHeaders(headers), body: ErrorBody(bytes: Array(body.utf8)), now: now)
  }

  @Test func `milliseconds count before seconds, and headers before the body`() {
    #expect(delay([("retry-after-ms", "1500"), ("Retry-After", "9")]) == .milliseconds(1500))
    #expect(delay([("retry-after-ms", "nan"), ("Retry-After", "9")]) == .seconds(9))
    #expect(delay([("Retry-After", "9")], #"{"message":"try again in 5s"}"#) == .seconds(9))
    #expect(delay([("Retry-After", "0")], #"{"message":"try again in 5s"}"#) == .seconds(5))
  }

  @Test(
    arguments: [
      (#"[{"error":{"message":"quota","details":[{"@type":"x"},{"retryDelay":"26s"}]}}]"#, Duration.seconds(26)),
      (#"{"error":{"message":"Please try again in 5.289s. Visit"}}"#, .milliseconds(5289)),
      (#"{"error":{"message":"Please try again in 644ms."}}"#, .milliseconds(644)),
      (#"{"error":{"message":"Please try again in 1m30s."}}"#, .seconds(90)),
      (#"{"error":{"message":"Please retry after 45 seconds."}}"#, .seconds(45)),
      (#"{"error":{"message":"Please retry after 1 second."}}"#, .seconds(1)),
      (#"{"error":{"message":"Please retry in 2 minutes"}}"#, .seconds(120)),
      (#"{"error":{"message":"Please try again in a while"}}"#, nil),
      (#"{"error":{"message":"Please try again later"}}"#, nil),
    ] as [(String, Duration?)])
  func `a body may say how long`(body: String, time: Duration?) {
    #expect(delay([], body) == time)
  }
}

@Suite struct RateLimitsTests {
  private let now = Date(timeIntervalSince1970: 1_696_004_797)

  @Test func `budgets are read from headers of several providers`() {
    let limits = RateLimits(
      HTTPHeaders([
        ("x-ratelimit-limit-requests", "60"), ("x-ratelimit-remaining-requests", "0"),
        ("x-ratelimit-reset-requests", "1s"),
        ("anthropic-ratelimit-tokens-remaining", "0"), ("anthropic-ratelimit-tokens-reset", "2023-09-29T16:26:57Z"),
      ]), now: now)
    #expect(limits.requests.limit == 60)
    #expect(limits.requests.remaining == 0)
    #expect(limits.requests.reset == .seconds(1))
    #expect(limits.tokens.reset == .seconds(20))
    #expect(limits.exhaustedFor == .seconds(20), "the later of the two")
  }

  @Test(
    arguments: [
      ("6m0s", Duration.seconds(360)), ("1s", .seconds(1)), ("2m59.56s", .milliseconds(179_560)),
      ("120ms", .milliseconds(120)),
      ("55", .seconds(55)), ("1h2m", .seconds(3720)), ("-1", nil), ("0", nil), ("", nil), ("soon", nil),
    ] as [(String, Duration?)])
  func `a reset is a duration in one of many spellings`(text: String, reset: Duration?) {
    let headers = HTTPHeaders([("x-ratelimit-remaining-tokens", "0"), ("x-ratelimit-reset-tokens", text)])
    #expect(RateLimits(headers, now: now).exhaustedFor == reset)
  }

  @Test func `budgets that are not used up, and negative ones, ask for no wait`() {
    for remaining in ["5", "-1", "x"] {
      let headers = HTTPHeaders([("x-ratelimit-remaining-tokens", remaining), ("x-ratelimit-reset-tokens", "10s")])
      #expect(RateLimits(headers, now: now).exhaustedFor == nil)
    }
  }
}

import ChatCompletions
import Testing

@Suite struct RetryPolicyTests {
  let policy = RetryPolicy(
    maximumAttempts: 20, firstDelay: .milliseconds(500), longestDelay: .seconds(8), longestRetryAfter: .seconds(120))

  @Test func `waits double up to the longest, and chance takes off up to half`() {
    let longest = (1...6).map { policy.decision(after: .overload, attempt: $0, retryAfter: nil, jitter: 0) }
    #expect(longest == [0.5, 1, 2, 4, 8, 8].map { .wait(.seconds($0)) })
    #expect(policy.decision(after: .overload, attempt: 3, retryAfter: nil, jitter: 0.5) == .wait(.seconds(1.5)))
    #expect(policy.decision(after: .overload, attempt: 1_000, retryAfter: nil, jitter: 0) == .stop)
    var endless = policy
    endless.maximumAttempts = .max
    #expect(endless.decision(after: .overload, attempt: 100_000, retryAfter: nil, jitter: 0) == .wait(.seconds(8)))
  }

  @Test func `a server's wait is kept, with chance on top, unless it is too long`() {
    #expect(
      policy.decision(after: .overload, attempt: 1, retryAfter: .seconds(20), jitter: 0.5) == .wait(.seconds(20.25)))
    #expect(policy.decision(after: .overload, attempt: 1, retryAfter: .seconds(120), jitter: 0) == .wait(.seconds(120)))
    #expect(policy.decision(after: .overload, attempt: 1, retryAfter: .seconds(121), jitter: 0) == .stop)
  }

  @Test(arguments: [
    (ChatError.Class.overload, true), (.unreachable, true), (.timedOut(.firstToken), true), (.truncated, true),
    (.malformed, true),
    (.quota, false), (.tooBig(limit: nil, requested: nil), false), (.contentFilter, false), (.permanent, false),
    (.endpoint, false), (.circuitOpen, false), (.declined, false), (.cancelled, false), (.adaptable(.stream), false),
  ])
  func `only what may pass is tried again`(class: ChatError.Class, isTried: Bool) {
    #expect((policy.decision(after: `class`, attempt: 1, retryAfter: nil, jitter: 0) != .stop) == isTried)
  }

  @Test func `the last attempt is the last`() {
    let two = RetryPolicy(maximumAttempts: 2)
    #expect(two.decision(after: .overload, attempt: 1, retryAfter: nil, jitter: 0) != .stop)
    #expect(two.decision(after: .overload, attempt: 2, retryAfter: nil, jitter: 0) == .stop)
  }
}

import ChatCompletions
import Testing

@Suite struct CircuitBreakerTests {
  private var breaker = CircuitBreaker(.init(failures: 3, firstPause: .seconds(10), longestPause: .seconds(15)))

  @Test func `failures in a row open it, others do not`() {
    var breaker = breaker
    for outcome in [CircuitBreaker.Outcome.failed, .failed, .answered, .failed, .failed, .unknown] {
      #expect(breaker.admit(at: .zero) == .normal)
      breaker.record(outcome, of: .normal, at: .zero)
    }
    #expect(breaker.admit(at: .zero) == .normal)
    breaker.record(.failed, of: .normal, at: .zero)
    #expect(breaker.admit(at: .seconds(4)) == .refused(.seconds(6)))
  }

  @Test func `a hopeless endpoint opens it at once`() {
    var breaker = breaker
    breaker.record(.hopeless, of: .normal, at: .zero)
    #expect(breaker.admit(at: .zero) == .refused(.seconds(10)))
  }

  @Test func `after the pause one request tries, and its success closes it`() {
    var breaker = breaker
    breaker.record(.hopeless, of: .normal, at: .zero)
    #expect(breaker.admit(at: .seconds(10)) == .probe)
    #expect(breaker.admit(at: .seconds(10)) != .probe)
    breaker.record(.answered, of: .probe, at: .seconds(11))
    #expect(breaker.admit(at: .seconds(11)) == .normal)
  }

  @Test func `a failed trial doubles the pause up to the longest, and a cancelled one leaves the next its turn`() {
    var breaker = breaker
    breaker.record(.hopeless, of: .normal, at: .zero)
    _ = breaker.admit(at: .seconds(10))
    breaker.record(.unknown, of: .probe, at: .seconds(11))
    #expect(breaker.admit(at: .seconds(11)) == .probe)
    breaker.record(.failed, of: .probe, at: .seconds(12))
    #expect(breaker.admit(at: .seconds(12)) == .refused(.seconds(15)))
  }

  @Test func `late failures of requests from before do not prolong the pause`() {
    var breaker = breaker
    breaker.record(.hopeless, of: .normal, at: .zero)
    breaker.record(.hopeless, of: .normal, at: .seconds(9))
    #expect(breaker.admit(at: .seconds(10)) == .probe)
  }
}

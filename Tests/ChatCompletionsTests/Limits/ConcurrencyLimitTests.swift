import ChatCompletions
import Testing

@Suite struct ConcurrencyLimitTests {
  @Test func `no more are let through than may be`() {
    var limit = ConcurrencyLimit(maximum: 2)
    let first = limit.begin()
    #expect(first != nil && limit.begin() != nil && limit.begin() == nil)
    limit.end(first!, .other)
    #expect(limit.begin() != nil && limit.inFlight == 2)
  }

  @Test func `congestion halves the limit, once for all that were under way`() {
    var limit = ConcurrencyLimit(maximum: 16)
    let permits = (0..<16).map { _ in limit.begin()! }
    for permit in permits { limit.end(permit, .congested) }
    #expect(limit.limit == 8)
    let next = limit.begin()!
    limit.end(next, .congested)
    #expect(limit.limit == 4)
  }

  @Test func `the limit never falls below one, and grows back by one for each full round`() {
    var limit = ConcurrencyLimit(maximum: 3)
    for _ in 0..<10 {
      let permit = limit.begin()!
      limit.end(permit, .congested)
    }
    #expect(limit.limit == 1)
    var seen: [Int] = []
    for _ in 0..<8 {
      let permit = limit.begin()!
      limit.end(permit, .clean)
      seen.append(limit.limit)
    }
    #expect(seen == [2, 2, 3, 3, 3, 3, 3, 3])
  }
}

import Testing

@testable import Worker

@Suite struct TokenBucketTests {
  @Test func `a minute's worth may be used at once, more has to wait for the rate`() {
    var bucket = TokenBucket(perMinute: 600)
    #expect(bucket.take(600, at: 0) == 0)
    #expect(bucket.take(10, at: 0) == 1)
    #expect(bucket.take(10, at: 0) == 2, "behind whoever came before")
  }

  @Test func `it fills with time, and never beyond a minute's worth`() {
    var bucket = TokenBucket(perMinute: 600)
    _ = bucket.take(600, at: 0)
    #expect(bucket.take(100, at: 10) == 0)
    #expect(bucket.take(1, at: 10) == 0.1)
    _ = bucket.take(0, at: 10_000)
    #expect(bucket.take(600, at: 10_000) == 0)
    #expect(bucket.take(60, at: 10_000) == 6)
  }

  @Test func `a request larger than the bucket waits longer, not for ever`() {
    var bucket = TokenBucket(perMinute: 60)
    #expect(bucket.take(180, at: 0) == 120)
  }

  @Test func `what was not used is given back`() {
    var bucket = TokenBucket(perMinute: 600)
    _ = bucket.take(600, at: 0)
    bucket.giveBack(500, at: 0)
    #expect(bucket.take(500, at: 0) == 0)
    #expect(bucket.take(10, at: 0) == 1)
    // A negative amount is what was used beyond what was taken.
    bucket.giveBack(-590, at: 0)
    #expect(bucket.take(10, at: 0) == 61)
  }

  @Test func `a clock that goes back gives nothing`() {
    var bucket = TokenBucket(perMinute: 600)
    _ = bucket.take(600, at: 100)
    #expect(bucket.take(10, at: 50) == 1)
    #expect(bucket.take(10, at: 100) == 2)
  }

  @Test func `over a long time the rate is kept`() {
    var bucket = TokenBucket(perMinute: 6_000)
    var random = SystemRandomNumberGenerator()
    var now = 0.0
    var used = 0
    for _ in 0..<1_000 {
      let tokens = Int.random(in: 1...400, using: &random)
      now += bucket.take(tokens, at: now)
      used += tokens
    }
    #expect(Double(used) <= 6_000 + now * 100 + 1)
  }
}

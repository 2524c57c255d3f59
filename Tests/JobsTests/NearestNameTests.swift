import Testing

@testable import Jobs

struct NearestNameTests {
  static let names = ["concurrency", "tokens_per_minute", "spend", "run", "stop_when_failing", "url"]

  @Test(
    arguments: [
      ("concurency", "concurrency"), ("cnocurrency", "concurrency"), ("tokens-per-minute", "tokens_per_minute"),
      ("TokensPerMinute", "tokens_per_minute"), ("spent", "spend"), ("ulr", "url"), ("uri", "url"), ("rnu", "run"),
      ("banana", nil), ("", nil), ("x", nil), ("stop", nil),
    ] as [(String, String?)])
  func `the nearest name is found, or none`(name: String, nearest: String?) {
    #expect(nearestName(to: name, among: Self.names) == nearest)
  }

  @Test func `the first of equals wins`() {
    #expect(nearestName(to: "cat", among: ["bat", "hat"]) == "bat")
  }

  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("ab", "ba", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
  ])
  func `distances`(a: String, b: String, distance: Int) {
    #expect(editDistance(Array(a.unicodeScalars), Array(b.unicodeScalars)) == distance)
  }
}

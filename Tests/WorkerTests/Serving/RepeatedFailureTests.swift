import Testing

@testable import Worker

@Suite struct RepeatedFailureTests {
  @Test func `a failure is told at first, at each power of two, and at once when it is another`() {
    var failures = RepeatedFailure()
    let told = (1...20).map { _ in failures.occurred("away") }
    #expect(told.compactMap { $0 } == [1, 2, 4, 8, 16])
    #expect(failures.occurred("no schema") == 1)
    #expect(failures.occurred("away") == 1)
    failures.ended()
    #expect(failures.occurred("away") == 1)
    #expect(failures.occurred("away") == 2)
  }
}

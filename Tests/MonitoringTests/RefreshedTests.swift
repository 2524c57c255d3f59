import Testing

@testable import Monitoring

@Suite struct RefreshedTests {
  private let time = Stopped()

  private func refreshed(_ question: Question, impatient: Bool) -> Refreshed<Int> {
    Refreshed(maximumAge: .seconds(1), patience: .seconds(2), clock: time.clock(impatient: impatient)) {
      await question.ask()
    }
  }

  private func fresh(_ result: Refreshed<Int>.Result) -> Int? {
    if case .fresh(let value) = result { return value }
    return nil
  }

  @Test func `a young value is not asked for again, an old one is`() async {
    let question = Question(isOpen: true)
    let refreshed = refreshed(question, impatient: false)
    #expect(fresh(await refreshed.value()) == 1)
    time.advance(by: .milliseconds(999))
    #expect(fresh(await refreshed.value()) == 1)
    time.advance(by: .milliseconds(1))
    #expect(fresh(await refreshed.value()) == 2)
  }

  @Test func `many at once wait for one answer`() async {
    let question = Question(isOpen: false)
    let refreshed = refreshed(question, impatient: false)
    let answers = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<20 { group.addTask { fresh(await refreshed.value()) } }
      group.addTask {
        question.open()
        return 1
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: 1, count: 21))
  }

  @Test func `an answer that hangs is late for everyone, and asked for only once`() async {
    let question = Question(isOpen: false)
    let refreshed = refreshed(question, impatient: true)
    for _ in 0..<5 {
      guard case .late(last: nil) = await refreshed.value() else {
        Issue.record("an answer came from nowhere")
        return
      }
    }
    while question.asked == 0 { await Task.yield() }
    #expect(question.asked == 1)
    question.open()
  }

  @Test func `a late answer counts when it comes after all`() async {
    let question = Question(isOpen: false)
    let refreshed = refreshed(question, impatient: true)
    _ = await refreshed.value()
    question.open()
    while fresh(await refreshed.value()) == nil { await Task.yield() }
    #expect(question.asked == 1)
  }
}

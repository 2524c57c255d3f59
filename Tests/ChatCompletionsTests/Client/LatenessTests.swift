@testable import ChatCompletions
import HTTPTransport
import Testing

@Suite struct LatenessTests {
  private static let token = #"data: {"choices":[{"delta":{"content":"a"}}]}"# + "\n\n"
  private static let beat = ": still here\n\n"

  @Test(arguments: [
    (
      "", ChatDeadlines(connect: nil, firstToken: .seconds(5), betweenTokens: .seconds(1), total: .seconds(60)),
      ChatError.Phase.firstToken
    ),
    (
      beat, ChatDeadlines(connect: nil, firstToken: .seconds(5), betweenTokens: .seconds(1), total: .seconds(60)),
      .firstToken
    ),
    ("", ChatDeadlines(connect: nil, firstToken: nil, betweenTokens: .seconds(1), total: .seconds(60)), .total),
    (token, ChatDeadlines(connect: nil, firstToken: nil, betweenTokens: nil, total: .seconds(60)), .total),
  ])
  func `an answer that does not come is late for what it misses first`(
    sent: String, deadlines: ChatDeadlines, phase: ChatError.Phase
  ) async throws {
    let caller = try Caller(
      ScriptedTransport(.hang(after: sent)), settings: ClientSettings(retries: RetryPolicy(maximumAttempts: 1)))
    // The clock runs away at once, before or after what was sent is read: these phases hold either way.
    #expect(await caller.error(deadlines: deadlines)?.class == .timedOut(phase))
  }

  @Test func `tokens move the deadline, bytes alone do not`() {
    let watch = ProgressWatch(
      start: .seconds(100),
      deadlines: ChatDeadlines(firstToken: .seconds(30), betweenTokens: .seconds(5), total: .seconds(60)))
    watch.noteBytes(at: .seconds(110))
    #expect(watch.nextDeadline()?.moment == .seconds(130))
    #expect(watch.nextDeadline()?.phase == .firstToken)
    watch.noteToken(at: .seconds(120))
    #expect(watch.nextDeadline()?.moment == .seconds(125))
    #expect(watch.nextDeadline()?.phase == .betweenTokens)
    watch.noteBytes(at: .seconds(124))
    #expect(watch.nextDeadline()?.moment == .seconds(125))
    watch.noteToken(at: .seconds(158))
    #expect(watch.nextDeadline()?.moment == .seconds(160))
    #expect(watch.nextDeadline()?.phase == .total)
    #expect(watch.firstByte == .seconds(10))
    #expect(watch.firstToken == .seconds(20))
  }

  @Test func `without deadlines nothing is ever late`() {
    #expect(ProgressWatch(start: .zero, deadlines: .none).nextDeadline() == nil)
  }
}

import Jobs
import Storage
import Synchronization
import Telemetry
import Testing

@testable import ChatCompletions
@testable import Worker

@Suite struct CallMeterTests {
  /// 1 USD for a million input tokens, 0.5 for cached ones, 4 for output.
  private static let price = Price(
    input: Money(microdollars: 1_000_000), cached: Money(microdollars: 500_000), output: Money(microdollars: 4_000_000))

  /// What a meter did with the purse, in micro-dollars.
  private final class Book: Sendable {
    let entries = Mutex<[String]>([])
    let isOpen: Bool

    init(isOpen: Bool = true) { self.isOpen = isOpen }

    var gate: SpendGate {
      SpendGate(
        SpendGate.Ledger(
          reserve: { _, most, likely in
            self.entries.withLock { $0.append("reserve \(most.microdollars), likely \(likely.microdollars)") }
            return self.isOpen
          },
          settle: { _, spent in
            self.entries.withLock { $0.append("settle \(spent.microdollars)") }
          }))
    }

    var text: [String] { entries.withLock { $0 } }
  }

  /// A request of 1,000 bytes is likely 250 tokens.
  private static let input = InputBound(likely: 250)

  private func meter(
    _ book: Book, stop: StopSignal = StopSignal(), trust: CountTrust = CountTrust(),
    events: CallMeter.Events = CallMeter.Events()
  ) -> CallMeter {
    CallMeter(
      price: Self.price, spend: book.gate, trust: trust,
      rate: TokenRate(perMinute: nil, metrics: Metrics(version: "", startTime: 0)), stop: stop, events: events)
  }

  private func attempt(_ number: Int = 1) -> Attempt {
    Attempt(number: number, endpoint: "e", model: "m", requestBytes: 1_000, maximumOutputTokens: 100)
  }

  private func outcome(
    _ error: ChatError.Class? = nil, usage: TokenUsage? = nil, textBytes: Int = 0, mayBeBilled: Bool = true
  ) -> AttemptOutcome {
    AttemptOutcome(error: error, usage: usage, textBytes: textBytes, mayBeBilled: mayBeBilled, duration: .zero)
  }

  @Test func `an answer costs what the server says it used`() async throws {
    let book = Book()
    let meter = meter(book)
    let call = meter.request(Self.input)
    try await call.attemptWillBegin(attempt())
    await call.attemptDidEnd(attempt(), outcome(usage: TokenUsage(input: 300, cachedInput: 100, output: 50)))
    // A byte is a token at most; 200 fresh, 100 cached and 50 written tokens are what it came to.
    #expect(book.text == ["reserve 1400, likely 650", "settle 450"])
    let (use, cost) = meter.total
    #expect(cost.microdollars == 450)
    #expect((use.calls, use.inputTokens, use.cachedTokens, use.outputTokens) == (1, 300, 100, 50))
  }

  @Test func `a broken answer counts as what was sent and what had come`() async throws {
    let book = Book()
    let meter = meter(book)
    let call = meter.request(Self.input)
    try await call.attemptWillBegin(attempt())
    await call.attemptDidEnd(attempt(), outcome(.truncated, textBytes: 80))
    #expect(book.text == ["reserve 1400, likely 650", "settle 330"])
    #expect(meter.total.use.calls == 1)
  }

  @Test func `what the server did not work on costs nothing, and one attempt is asked for at a time`() async throws {
    let book = Book()
    let meter = meter(book)
    let call = meter.request(Self.input)
    for number in 1...2 {
      try await call.attemptWillBegin(attempt(number))
      await call.attemptDidEnd(attempt(number), outcome(.overload, mayBeBilled: false))
    }
    let one = ["reserve 1400, likely 650", "settle 0"]
    #expect(book.text == one + one)
    #expect(meter.total.use.calls == 0 && meter.total.cost == .zero)
  }

  @Test func `a count by the vocabulary that the job names is set aside, until the server is found to count more`()
    async throws
  {
    let book = Book()
    let trust = CountTrust()
    let told = Mutex(0)
    let events = CallMeter.Events(onMiscount: { _ in told.withLock { $0 += 1 } })
    func call(input: Int) async throws {
      let call = meter(book, trust: trust, events: events).request(InputBound(likely: 250, byCount: 300))
      try await call.attemptWillBegin(attempt())
      await call.attemptDidEnd(attempt(), outcome(usage: TokenUsage(input: input, cachedInput: 0, output: 10)))
    }
    try await call(input: 300)
    try await call(input: 301)
    try await call(input: 400)
    #expect(
      book.text == [
        "reserve 700, likely 650", "settle 340", "reserve 700, likely 650", "settle 341", "reserve 1400, likely 650",
        "settle 440",
      ])
    #expect(told.withLock { $0 } == 1, "for all calls of the run, and said once")
  }

  @Test func `without money no attempt is made`() async {
    let book = Book(isOpen: false)
    let call = meter(book).request(Self.input)
    await #expect(throws: SpendExhausted.self) { try await call.attemptWillBegin(attempt()) }
    #expect(book.text == ["reserve 1400, likely 650"])
  }

  @Test func `once the run is to stop nothing more is bought`() async {
    let book = Book()
    let stop = StopSignal()
    stop.request(.cancelled)
    let call = meter(book, stop: stop).request(Self.input)
    await #expect(throws: CancellationError.self) { try await call.attemptWillBegin(attempt()) }
    #expect(book.text.isEmpty)
  }

  @Test func `the last name that a server gave stays`() {
    let meter = meter(Book())
    meter.named(model: "gpt-x", provider: "chat_completions")
    meter.named(model: nil, provider: "chat_completions")
    #expect(meter.total.use.model == "gpt-x")
    #expect(meter.total.use.provider == "chat_completions")
  }

  @Test(arguments: [("extractive", "offline"), ("gpt-4.1-mini", "chat_completions"), (nil, "chat_completions")])
  func `the model without a model is named for what it is`(model: String?, provider: String) {
    #expect(ModelClient.provider(servedModel: model) == provider)
  }
}

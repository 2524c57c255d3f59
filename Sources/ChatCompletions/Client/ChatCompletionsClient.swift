internal import FoundationEssentials
public import HTTPTransport
import Transcripts

/// Asks the models of one endpoint. Calls learn from each other: how requests must be written, when to wait, when to stop asking.
public final class ChatCompletionsClient: Sendable {
  /// Who is asked.
  public let endpoint: ChatEndpoint
  private let transport: any Transport
  private let settings: ClientSettings
  private let environment: ClientEnvironment
  private let state: EndpointState
  private let limiter: ConcurrencyLimiter

  /// More changes than this for one call would be a circle.
  private static let maximumAdaptations = 8

  /// A client that knows nothing yet.
  public init(
    endpoint: ChatEndpoint, transport: any Transport, settings: ClientSettings = ClientSettings(),
    environment: ClientEnvironment = .live
  ) {
    self.endpoint = endpoint
    self.transport = transport
    self.settings = settings
    self.environment = environment
    state = EndpointState(settings.circuitBreaker)
    limiter = ConcurrencyLimiter(maximum: settings.maximumInFlight)
  }

  /// The time of day, as the client sees it.
  var date: Date { environment.date() }

  /// How many requests may be under way at present, and are.
  public var concurrency: ConcurrencyLimit { limiter.current }

  /// Asks until there is a whole answer, or no use in asking again.
  ///
  /// - Parameters:
  ///   - request: what is asked.
  ///   - callIDPrefix: begins the ids of tool calls that the server left without one.
  ///   - deadlines: for each attempt.
  ///   - observer: is asked before each attempt, told after it, and told how the call ended.
  /// - Returns: an answer with a clean end. It may still be cut by the output cap, filtered, a refusal or a call of
  ///   tools: its `finish` says so.
  public func complete(
    _ request: ChatRequest, callIDPrefix: String = "call_", deadlines: ChatDeadlines = ChatDeadlines(),
    observer: (any AttemptObserver)? = nil
  ) async throws(ChatError) -> ChatReply {
    try await call(request, callIDPrefix, deadlines, observer, follower: nil)
  }

  /// Asks as ``complete(_:callIDPrefix:deadlines:observer:)`` does, and hands out the answer while it comes.
  ///
  /// What was handed out cannot be taken back: an attempt that fails after that is the last one.
  ///
  /// - Parameters:
  ///   - request: what is asked.
  ///   - callIDPrefix: begins the ids of tool calls that the server left without one.
  ///   - deadlines: for each attempt.
  ///   - observer: is asked before each attempt, told after it, and told how the call ended.
  ///   - receive: is given what is new, in order. Reading waits for it to return.
  public func stream(
    _ request: ChatRequest, callIDPrefix: String = "call_", deadlines: ChatDeadlines = ChatDeadlines(),
    observer: (any AttemptObserver)? = nil, receive: @escaping @Sendable ([ReplyDelta]) async -> Void
  ) async throws(ChatError) -> ChatReply {
    try await call(request, callIDPrefix, deadlines, observer, follower: ReplyFollower(receive: receive))
  }

  private func call(
    _ request: ChatRequest, _ callIDPrefix: String, _ deadlines: ChatDeadlines, _ observer: (any AttemptObserver)?,
    follower: ReplyFollower?
  ) async throws(ChatError) -> ChatReply {
    let result: Result<ChatReply, ChatError>
    do throws(ChatError) {
      result = .success(try await answer(request, callIDPrefix, deadlines, observer, follower))
    } catch {
      result = .failure(error)
    }
    await observer?.callDidEnd(result)
    return try result.get()
  }

  private func answer(
    _ request: ChatRequest, _ callIDPrefix: String, _ deadlines: ChatDeadlines, _ observer: (any AttemptObserver)?,
    _ follower: ReplyFollower?
  ) async throws(ChatError) -> ChatReply {
    let start = environment.now()
    var attempts = 0
    var failures = 0
    var adaptations = 0
    if let fault = request.fault { throw finished(ChatError(.permanent, message: fault), request, attempts) }
    while true {
      let written = state.adaptations(of: request.model)
      let result: AttemptRun.Result
      do throws(ChatError) {
        result = try await attempt(request, written, number: attempts + 1, callIDPrefix, deadlines, observer, follower)
      } catch {
        throw finished(error, request, attempts)
      }
      attempts += 1
      switch result.content {
      case .success(let content):
        let timings = ChatReply.Timings(
          firstByte: result.firstByte, firstToken: result.firstToken, attempt: result.duration,
          call: environment.now() - start)
        return ChatReply(content: content, timings: timings, attempts: attempts)
      case .failure(let error) where result.wasFollowed: throw finished(error, request, attempts)
      case .failure(var error):
        if case .adaptable(let adaptation) = error.class {
          adaptations += 1
          if adaptations <= Self.maximumAdaptations, state.learn(adaptation, from: request, written: written) {
            continue
          }
          error.class = .permanent
        }
        failures += 1
        let decision = settings.retries.decision(
          after: error.class, attempt: failures, retryAfter: error.retryAfter, jitter: environment.jitter())
        guard case .wait(let time) = decision else { throw finished(error, request, attempts) }
        if error.isThrottling { observer?.willWait(time) }
        do { try await environment.sleep(time) } catch { throw finished(ChatError(.cancelled), request, attempts) }
      }
    }
  }

  /// One attempt, from the queue to its consequences for others. Throws when it was not made.
  private func attempt(
    _ request: ChatRequest, _ written: EndpointAdaptations, number: Int, _ callIDPrefix: String,
    _ deadlines: ChatDeadlines, _ observer: (any AttemptObserver)?, _ follower: ReplyFollower?
  ) async throws(ChatError) -> AttemptRun.Result {
    // Written before its turn comes, so that a turn is not spent on writing.
    let body = ChatRequestBody.json(of: request, adaptedBy: written).utf8
    let (permit, admission) = try await admit { observer?.willWait($0) }
    let attempt = Attempt(
      number: number, endpoint: endpoint.name, model: request.model, requestBytes: body.count,
      maximumOutputTokens: request.maximumOutputTokens)
    do {
      try await observer?.attemptWillBegin(attempt)
    } catch {
      limiter.release(permit, .other)
      state.record(.unknown, of: admission, at: environment.now())
      var declined = ChatError(error is CancellationError ? .cancelled : .declined)
      declined.cause = error
      throw declined
    }
    let isStreamed = ChatRequestBody.streams(request, adaptedBy: written)
    let result = await AttemptRun(
      transport: transport, environment: environment,
      request: endpoint.request(
        body: body, isStreamed: isStreamed, maximumResponseBytes: settings.maximumResponseBytes),
      deadlines: deadlines, callIDPrefix: callIDPrefix, follower: follower
    ).run()
    settle(result, permit, admission)
    await observer?.attemptDidEnd(attempt, AttemptOutcome(result))
    return result
  }

  private func admit(
    onPause: (Duration) -> Void
  ) async throws(ChatError) -> (ConcurrencyLimit.Permit, CircuitBreaker.Admission) {
    while true {
      guard let permit = await limiter.acquire() else { throw ChatError(.cancelled) }
      let now = environment.now()
      let pause = state.pauseLeft(at: now)
      if pause > .zero {
        limiter.release(permit, .other)
        onPause(pause)
        do { try await environment.sleep(pause) } catch { throw ChatError(.cancelled) }
        continue
      }
      let admission = state.admit(at: now)
      if case .refused(let time) = admission {
        limiter.release(permit, .other)
        throw ChatError(.circuitOpen, retryAfter: time)
      }
      return (permit, admission)
    }
  }

  private func settle(
    _ result: AttemptRun.Result, _ permit: ConcurrencyLimit.Permit, _ admission: CircuitBreaker.Admission
  ) {
    let now = environment.now()
    switch result.content {
    case .success:
      limiter.release(permit, .clean)
      state.record(.answered, of: admission, at: now)
    case .failure(let error):
      if error.class == .overload, let wait = error.retryAfter, wait <= settings.retries.longestRetryAfter {
        state.pause(until: now + wait)
      }
      limiter.release(permit, error.class.isCongestion ? .congested : .other)
      state.record(CircuitBreaker.Outcome(error), of: admission, at: now)
    }
  }

  /// The error as it leaves: with its place, and without what it quotes.
  private func finished(_ error: ChatError, _ request: ChatRequest, _ attempts: Int) -> ChatError {
    var error = error
    error.endpoint = endpoint.name
    error.model = request.model
    error.attempts = attempts
    error.message = Redaction.redact(
      error.message, quoting: request.messages.map(\.content), secrets: endpoint.secrets)
    return error
  }
}

extension ChatError {
  /// Whether the server would have answered, had it been asked less.
  fileprivate var isThrottling: Bool { `class` == .overload && (status == 429 || retryAfter != nil) }
}

extension AttemptOutcome {
  fileprivate init(_ result: AttemptRun.Result) {
    switch result.content {
    case .success(let content): self.init(result, nil, usage: content.usage)
    case .failure(let error): self.init(result, error, usage: error.usage)
    }
  }

  private init(_ result: AttemptRun.Result, _ error: ChatError?, usage: TokenUsage?) {
    self.init(
      error: error?.class, transport: error?.transport, usage: usage, textBytes: result.textBytes,
      mayBeBilled: result.mayBeBilled,
      duration: result.duration)
  }
}

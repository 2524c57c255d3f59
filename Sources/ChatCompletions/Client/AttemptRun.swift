import HTTPTransport

/// Who wants to have a reply while it comes.
struct ReplyFollower: Sendable {
  let receive: @Sendable ([ReplyDelta]) async -> Void
}

/// One request and its answer: sends, reads, and gives up when the answer is late.
struct AttemptRun: Sendable {
  struct Result: Sendable {
    var content: Swift.Result<ReplyContent, ChatError>
    var textBytes = 0
    var mayBeBilled: Bool
    /// Whether who follows the reply has been given some of it, so that it cannot begin anew.
    var wasFollowed = false
    var firstByte: Duration?
    var firstToken: Duration?
    var duration: Duration = .zero
  }

  let transport: any Transport
  let environment: ClientEnvironment
  let request: HTTPRequest
  let deadlines: ChatDeadlines
  let callIDPrefix: String
  var follower: ReplyFollower?

  private enum Event: Sendable {
    case read(Result)
    case late(ChatError.Phase)
    case watchEnded
  }

  func run() async -> Result {
    let start = environment.now()
    let watch = ProgressWatch(start: start, deadlines: deadlines)
    var (result, late) = await race(watch)
    // Cancelling the reader is how it was stopped; the reason is that it was late.
    if let late, case .failure(let error) = result.content, error.class == .cancelled {
      result.content = .failure(ChatError(.timedOut(late), usage: error.usage))
    }
    result.firstByte = watch.firstByte
    result.firstToken = watch.firstToken
    result.duration = environment.now() - start
    return result
  }

  private func race(_ watch: ProgressWatch) async -> (Result, late: ChatError.Phase?) {
    await withTaskGroup(of: Event.self) { group in
      group.addTask { .read(await read(watch)) }
      group.addTask { await lateness(watch).map { .late($0) } ?? .watchEnded }
      var late: ChatError.Phase?
      for await event in group {
        switch event {
        case .read(let result):
          group.cancelAll()
          return (result, late)
        case .late(let phase):
          late = phase
          group.cancelAll()
        case .watchEnded: break
        }
      }
      preconditionFailure("the reader always ends")
    }
  }

  /// Sleeps until a deadline has passed without progress. Nil when there is none, or the reader was done first.
  private func lateness(_ watch: ProgressWatch) async -> ChatError.Phase? {
    while let next = watch.nextDeadline() {
      let wait = next.moment - environment.now()
      if wait <= .zero { return next.phase }
      // The first token may bring an earlier deadline, but none that is closer than this.
      do { try await environment.sleep(min(wait, deadlines.betweenTokens ?? wait)) } catch { return nil }
    }
    return nil
  }

  private func read(_ watch: ProgressWatch) async -> Result {
    let response: HTTPResponse
    do throws(TransportError) {
      response = try await transport.send(request, deadlines: deadlines.forTransport)
    } catch {
      return Result(content: .failure(ChatError(error)), mayBeBilled: error.kind.mayHaveReachedTheModel)
    }
    guard (200..<300).contains(response.status) else {
      return Result(content: .failure(await refusal(response)), mayBeBilled: false)
    }
    return await read(response, watch)
  }

  private func refusal(_ response: HTTPResponse) async -> ChatError {
    // What a broken connection leaves of an error body is still of use.
    let bytes = (try? await response.body.collect(upTo: 64 << 10)) ?? []
    var error = ErrorClassification.error(
      status: response.status, headers: response.headers, body: ErrorBody(bytes: bytes), now: environment.date())
    error.response = ChatError.Response(status: response.status, body: bytes)
    if (300..<400).contains(response.status) { error.message = "the server redirects, which is not followed" }
    return error
  }

  private func read(_ response: HTTPResponse, _ watch: ProgressWatch) async -> Result {
    var reader = ReplyReader(callIDPrefix: callIDPrefix, isFollowed: follower != nil)
    var wasFollowed = false
    var body = response.body.makeAsyncIterator()
    while true {
      let event: ReplyReader.Event
      do throws(TransportError) {
        event = try await body.next().map { .bytes($0) } ?? .ended
      } catch {
        event = .broken(error)
      }
      if case .bytes = event { watch.noteBytes(at: environment.now()) }
      let action = reader.event(event)
      if let follower {
        let deltas = reader.takeDeltas()
        if !deltas.isEmpty {
          wasFollowed = true
          await follower.receive(deltas)
        }
      }
      switch action {
      case .read(let isToken):
        if isToken { watch.noteToken(at: environment.now()) }
      case .finished(let content):
        // The first token and the end may come in one read.
        if watch.firstToken == nil { watch.noteToken(at: environment.now()) }
        // The end marker and the end of the body are not the same; some servers keep the connection open.
        response.body.discard()
        return Result(
          content: .success(content), textBytes: content.text.utf8.count + content.reasoning.utf8.count,
          mayBeBilled: true, wasFollowed: wasFollowed)
      case .failed(let failure):
        let error = ChatError(failure, headers: response.headers, now: environment.date())
        return Result(
          content: .failure(error), textBytes: failure.partialTextBytes, mayBeBilled: true, wasFollowed: wasFollowed)
      }
    }
  }
}

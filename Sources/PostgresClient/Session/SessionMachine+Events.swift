extension SessionMachine {
  mutating func handle(_ event: Event) -> Action {
    if case .closed(let closure) = state { return .abandon(closure) }
    switch event {
    case .close: return close(.requested)
    case .deadlinePassed: return close(.deadlinePassed)
    case .cancelled: return close(.cancelled)
    case .leave: return leave()
    case .start(let exchange):
      guard state == .idle else { return .refuse(.busy) }
      state = .sending(exchange)
      return .send
    default: break
    }
    switch state {
    case .idle: return handleIdle(event)
    case .sending(let exchange): return handleSending(event, exchange)
    case .receiving(let exchange, let held): return handleReceiving(event, exchange, held)
    case .copyingOut(let held): return handleCopyingOut(event, held)
    case .paused(.rows): return resumed(event, to: .receiving(.rows, held: 0), by: .takeResult(force: false))
    case .paused(.copyOut): return resumed(event, to: .copyingOut(held: 0), by: .takeCopyData)
    case .copyingIn: return handleCopyingIn(event)
    case .putting(let put, let accepted): return handlePutting(event, put, accepted)
    case .discarding(let copy): return handleDiscarding(event, copy: copy)
    case .closed(let closure): return .abandon(closure)
    }
  }

  mutating func close(_ closure: Closure) -> Action {
    state = .closed(closure)
    return .abandon(closure)
  }

  /// Between exchanges the server sends notices, parameters, or the end of the session.
  private mutating func handleIdle(_ event: Event) -> Action {
    switch event {
    case .ready: .consume
    case .consumed: .finish
    case .inputFailed: close(.lost)
    default: .refuse(.notStarted)
    }
  }

  private mutating func handleSending(_ event: Event, _ exchange: Exchange) -> Action {
    switch event {
    case .sent: return .flush
    case .sendRefused(alive: true):
      state = .idle
      return .refuse(.rejected)
    case .sendRefused(alive: false): return close(.lost)
    case .flushBlocked: return .wait([.read, .write])
    // The server may have to get rid of its own data before it reads ours.
    case .ready(let interest): return interest.contains(.read) ? .consume : .flush
    case .consumed: return .flush
    case .inputFailed:
      state = .receiving(exchange, held: 0)
      return .takeResult(force: true)
    case .flushed:
      state = .receiving(exchange, held: 0)
      return .takeResult(force: false)
    default: return unexpected()
    }
  }

  private mutating func handleReceiving(_ event: Event, _ exchange: Exchange, _ held: Int) -> Action {
    switch event {
    case .busy where held > 0:
      state = .paused(resume: .rows)
      return .deliver
    case .busy: return .wait(.read)
    case .ready: return .consume
    case .consumed: return .takeResult(force: false)
    case .inputFailed: return .takeResult(force: true)
    case .exhausted(alive: true):
      state = .idle
      return .finish
    case .exhausted(alive: false): return close(.lost)
    case .result(let result): return handle(result, in: exchange, held)
    default: return unexpected()
    }
  }

  private mutating func handle(_ result: Result, in exchange: Exchange, _ held: Int) -> Action {
    switch (result, exchange) {
    case (.complete, _), (.failure, _): return .takeResult(force: false)
    case (.row(let bytes), .rows) where held + bytes >= Self.batch:
      state = .paused(resume: .rows)
      return .deliver
    case (.row(let bytes), .rows):
      state = .receiving(.rows, held: held + bytes)
      return .takeResult(force: false)
    case (.copyIn, .copyIn):
      state = .copyingIn
      return .deliver
    case (.copyOut, .copyOut):
      state = .paused(resume: .copyOut)
      return .deliver
    default: return close(.wrongExchange(expected: exchange))
    }
  }

  private mutating func resumed(_ event: Event, to next: State, by action: Action) -> Action {
    guard event == .resume else { return unexpected() }
    state = next
    return action
  }

  /// An event that the driver cannot have: the session's state is not known any more.
  mutating func unexpected() -> Action {
    close(.lost)
  }
}

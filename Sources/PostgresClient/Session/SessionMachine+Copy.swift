extension SessionMachine {
  mutating func handleCopyingOut(_ event: Event, _ held: Int) -> Action {
    switch event {
    case .copyData(let bytes) where held + bytes < Self.batch:
      state = .copyingOut(held: held + bytes)
      return .takeCopyData
    case .copyData,
      .busy where held > 0:
      state = .paused(resume: .copyOut)
      return .deliver
    case .busy: return .wait(.read)
    case .ready: return .consume
    case .consumed: return .takeCopyData
    case .copyDataEnded:
      state = .receiving(.copyOut, held: 0)
      return .takeResult(force: false)
    case .inputFailed:
      state = .receiving(.copyOut, held: 0)
      return .takeResult(force: true)
    default: return unexpected()
    }
  }

  mutating func handleCopyingIn(_ event: Event) -> Action {
    guard case .put(let put) = event else { return unexpected() }
    state = .putting(put, accepted: false)
    return .put(put)
  }

  /// Data counts as put only when the socket has taken it: that is the backpressure.
  mutating func handlePutting(_ event: Event, _ put: Put, _ accepted: Bool) -> Action {
    switch event {
    case .putAccepted:
      state = .putting(put, accepted: true)
      return .flush
    case .putBlocked, .flushBlocked: return .wait([.read, .write])
    case .ready(let interest): return interest.contains(.read) ? .consume : .flush
    case .consumed: return .flush
    case .flushed where !accepted: return .put(put)
    case .flushed where put == .end:
      state = .receiving(.copyIn, held: 0)
      return .takeResult(force: false)
    case .flushed:
      state = .copyingIn
      return .deliver
    case .inputFailed:
      state = .receiving(.copyIn, held: 0)
      return .takeResult(force: true)
    case .putRefused: return close(.lost)
    default: return unexpected()
    }
  }

  /// The caller has had enough rows or data. A COPY to the server cannot be left: it has to be ended.
  mutating func leave() -> Action {
    switch state {
    case .paused(.rows):
      state = .discarding(copy: false)
      return .takeResult(force: false)
    case .paused(.copyOut):
      state = .discarding(copy: true)
      return .takeCopyData
    case .idle: return .finish
    default: return unexpected()
    }
  }

  mutating func handleDiscarding(_ event: Event, copy: Bool) -> Action {
    let take = copy ? Action.takeCopyData : .takeResult(force: false)
    switch event {
    case .result(.row), .result(.complete), .result(.failure), .copyData, .consumed: return take
    case .busy: return .wait(.read)
    case .ready: return .consume
    case .copyDataEnded:
      state = .discarding(copy: false)
      return .takeResult(force: false)
    case .inputFailed:
      state = .discarding(copy: false)
      return .takeResult(force: true)
    case .exhausted(alive: true):
      state = .idle
      return .finish
    case .exhausted(alive: false): return close(.lost)
    default: return unexpected()
    }
  }
}

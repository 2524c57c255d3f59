import Synchronization

extension PostgresPool {
  func lease(within deadline: Duration?, _ file: String, _ line: Int) async throws -> PostgresConnection {
    try Task.checkCancellation()
    let waiter = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    let timer = deadline.map { limit in
      Task { [weak self] in
        try await Task.sleep(for: limit)
        self?.perform { $0.machine.timeOut(waiter) }
      }
    }
    defer { timer?.cancel() }
    do {
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          perform { state in
            state.continuations[waiter] = continuation
            return state.machine.request(waiter, jitter: .random(in: 0...1)) { !$0.isClosed }
          }
          // A task cancelled before this had not been waiting yet.
          if Task.isCancelled { perform { $0.machine.cancel(waiter) } }
        }
      } onCancel: {
        perform { $0.machine.cancel(waiter) }
      }
    } catch var error as PostgresError {
      error.origin = StatementOrigin(text: "", file: file, line: line)
      throw error
    }
  }

  func giveBack(_ connection: PostgresConnection) {
    // Whoever leaves a transaction open, or a statement running, has failed: the server undoes it.
    let isReusable = !connection.isClosed && !connection.isInTransaction && !connection.isBusy
    perform { $0.machine.giveBack(connection, isReusable: isReusable, jitter: .random(in: 0...1)) }
  }

  func perform(_ event: (inout State) -> [PoolMachine<PostgresConnection>.Action]) {
    // What may run other code happens outside of the lock.
    let effects = state.withLock { state in
      event(&state).map { action -> @Sendable () -> Void in
        switch action {
        case .lend(let connection, let waiter):
          let continuation = state.continuations.removeValue(forKey: waiter)
          return { continuation?.resume(returning: connection) }
        case .fail(let waiter, let refusal):
          let continuation = state.continuations.removeValue(forKey: waiter)
          return { continuation?.resume(throwing: refusal.error) }
        case .close(let connection): return { Task { await connection.close() } }
        case .connect(let delay): return { [weak self] in self?.connect(after: delay) }
        }
      }
    }
    for effect in effects { effect() }
  }

  private func connect(after delay: Duration) {
    let configuration = configuration
    Task { [weak self] in
      if delay > .zero { try? await Task.sleep(for: delay) }
      guard self != nil else { return }
      do {
        let connection = try await PostgresConnection.connect(configuration)
        self?.perform { $0.machine.connected(connection, jitter: .random(in: 0...1)) }
      } catch {
        let reason = (error as? PostgresError)?.message ?? "\(error)"
        self?.perform { $0.machine.connectFailed(reason, jitter: .random(in: 0...1)) }
      }
    }
  }
}

extension PoolMachine.Refusal {
  fileprivate var error: any Error {
    switch self {
    case .closed: PostgresError(.poolClosed)
    case .cancelled: CancellationError()
    // Whoever waited for a connection that could not be made wants to know why, and of no pool.
    case .timedOut(let reason?): PostgresError(.connectionFailed, message: reason)
    case .timedOut(nil): PostgresError(.poolExhausted)
    }
  }
}

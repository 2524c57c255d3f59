public enum IsolationLevel: String, Sendable, CaseIterable {
  case readCommitted = "READ COMMITTED"
  case repeatableRead = "REPEATABLE READ"
  case serializable = "SERIALIZABLE"
}

extension PostgresConnection {
  /// Runs `body` in a transaction: commits when it returns, rolls back when it throws.
  ///
  /// COMMIT is not interrupted by a cancelled task. Throws `PostgresError` of the kind `commitUnknown` when the
  /// connection breaks or the deadline passes during COMMIT, and `rolledBack` when a statement had failed whose error
  /// `body` swallowed.
  public func withTransaction<Value>(
    isolation: IsolationLevel = .readCommitted, readOnly: Bool = false, file: String = #fileID, line: Int = #line,
    _ body: (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    guard !isInTransaction else {
      let origin = StatementOrigin(text: "BEGIN", file: file, line: line)
      throw PostgresError(.misuse, message: "a transaction is open already", origin: origin)
    }
    let begin = SQL(trusted: "BEGIN ISOLATION LEVEL \(isolation.rawValue)\(readOnly ? " READ ONLY" : "")")
    try await query(begin, file: file, line: line)
    let value: Value
    do {
      value = try await body(self)
    } catch {
      await rollback(file: file, line: line)
      throw error
    }
    try await commit(file: file, line: line)
    return value
  }

  private func commit(file: String, line: Int) async throws {
    var request = try request("COMMIT", .collected, nil, file, line)
    request.isCancellable = false
    guard !isClosed else {
      throw PostgresError(.connectionLost, message: "before COMMIT was sent", origin: request.origin)
    }
    do {
      // The server answers ROLLBACK when the transaction had failed.
      guard try await run(request).commandTag != "ROLLBACK" else {
        throw PostgresError(.rolledBack, origin: request.origin)
      }
    } catch let error as PostgresError where error.isConnectionLost {
      throw PostgresError(.commitUnknown, message: error.message, report: error.report, origin: request.origin)
    } catch {
      // The server has refused it, or a statement that `body` left running stands in its way.
      if !isClosed, isBusy || isInTransaction { await close() }
      throw error
    }
  }

  /// Never throws: a connection that cannot roll back is closed, which rolls back too.
  private func rollback(file: String, line: Int) async {
    guard !isClosed, var request = try? request("ROLLBACK", .collected, nil, file, line) else { return }
    request.isCancellable = false
    do {
      _ = try await run(request)
    } catch {
      await close()
    }
  }
}

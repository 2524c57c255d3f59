extension Channel {
  /// Starts an exchange that goes on while the caller reads or writes; returns its number.
  func begin(_ request: Request) async throws -> Int {
    _ = try await start(request)
    return exchange
  }

  /// The next rows; none when there are no more.
  func nextRows(of exchange: Int) async throws -> [PostgresResult] {
    try await advance(exchange, unless: !results.isEmpty)
    defer { results = [] }
    return results
  }

  /// The next data of a COPY; none when there is no more.
  func nextData(of exchange: Int) async throws -> [UInt8] {
    try await advance(exchange, unless: !copied.isEmpty)
    defer { copied = [] }
    return copied
  }

  private func advance(_ exchange: Int, unless isAhead: Bool) async throws {
    try check(exchange)
    guard !isAhead, isBusy else { return }
    try Task.checkCancellation()
    renewDeadline()
    _ = try await drive(.resume)
  }

  /// A stream that outlives its exchange must not read another's.
  func check(_ exchange: Int) throws {
    guard exchange == self.exchange else { throw error(.notStarted) }
  }

  /// Runs `body`, then reads and drops what it left, or closes the session if it throws.
  nonisolated func finishing<Value>(_ exchange: Int, _ body: () async throws -> Value) async throws -> Value {
    let value: Value
    do {
      value = try await body()
    } catch {
      await giveUp(exchange)
      throw error
    }
    try await leave(exchange)
    return value
  }

  private func leave(_ exchange: Int) async throws {
    guard exchange == self.exchange, isBusy else { return }
    renewDeadline()
    _ = try await drive(.leave)
  }

  private func giveUp(_ exchange: Int) {
    if exchange == self.exchange, isBusy { close() }
  }
}

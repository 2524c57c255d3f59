extension Channel {
  func put(_ data: [UInt8], in exchange: Int) async throws {
    try check(exchange)
    try Task.checkCancellation()
    outgoing = data
    renewDeadline()
    // The server can refuse the COPY only at its end; the exchange is over early when the session is.
    _ = try await drive(.put(.data))
  }

  /// Ends the COPY; returns how many rows the server took.
  func endCopy(_ exchange: Int) async throws -> Int {
    try check(exchange)
    renewDeadline()
    _ = try await drive(.put(.end))
    return results.last?.affectedRows ?? 0
  }

  /// Ends the COPY as failed: the server undoes it and the session goes on.
  func failCopy(_ exchange: Int) async {
    guard exchange == self.exchange, isBusy else { return }
    copyFailure = "given up by the client"
    // A cancelled task ends it too, rather than the session.
    request?.isCancellable = false
    renewDeadline()
    _ = try? await drive(.put(.end))
  }
}

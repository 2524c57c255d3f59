/// The writing end of a streamed response body.
public struct StreamingBody: Sendable {
  let exchange: Exchange

  /// Sends bytes: they are on their way when this returns, except that at most 64 KiB may wait for a slow client.
  ///
  /// Throws when the client has gone or the server is stopping; whoever ignores that writes into the void.
  public func write(_ bytes: some Sequence<UInt8> & Sendable) async throws(StreamingBodyError) {
    try await exchange.write(bytes)
  }

  /// Sends a text as UTF-8.
  public func write(_ text: String) async throws(StreamingBodyError) {
    try await exchange.write(text.utf8)
  }

  /// Whether bytes written now still have a reader.
  public var isOpen: Bool { exchange.isOpen }
}

public enum StreamingBodyError: Error, Sendable {
  case clientDisconnected
  /// The writing task was cancelled, which also happens when the server stops.
  case cancelled
}

/// A convenient error for a producer that wants its connection cut in the middle.
public struct ConnectionCut: Error, Sendable {
  public init() {}
}

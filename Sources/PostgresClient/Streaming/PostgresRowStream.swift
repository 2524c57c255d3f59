/// The rows of a running statement, read as they are asked for: the server waits while the caller does.
public struct PostgresRowStream: AsyncSequence, Sendable {
  public typealias Element = PostgresRow

  let channel: Channel
  let exchange: Int

  public func makeAsyncIterator() -> Iterator {
    Iterator(stream: self)
  }

  public struct Iterator: AsyncIteratorProtocol {
    let stream: PostgresRowStream
    private var batch: [PostgresResult] = []
    private var position = 0

    init(stream: PostgresRowStream) {
      self.stream = stream
    }

    public mutating func next() async throws -> PostgresRow? {
      if position == batch.count {
        batch = try await stream.channel.nextRows(of: stream.exchange)
        position = 0
      }
      guard position < batch.count else { return nil }
      defer { position += 1 }
      return batch[position].first
    }
  }
}

extension PostgresConnection {
  /// Runs one statement and hands its rows to `body` as they come, in constant memory.
  ///
  /// Rows that `body` does not read are read and dropped before this returns, so that a transaction around it goes on.
  /// When `body` throws, the statement is cancelled and the connection closed.
  ///
  /// - Parameter deadline: how long the server may take for the next rows; the caller's own time does not count.
  public func withRows<Value>(
    _ sql: SQL, deadline: Duration? = nil, file: String = #fileID, line: Int = #line,
    _ body: (PostgresRowStream) async throws -> Value
  ) async throws -> Value {
    let exchange = try await channel.begin(request(sql, .rows, deadline, file, line))
    return try await channel.finishing(exchange) {
      try await body(PostgresRowStream(channel: channel, exchange: exchange))
    }
  }
}

/// The data of a running `COPY … TO STDOUT`, in pieces of whole rows, read as they are asked for.
public struct PostgresCopyData: AsyncSequence, Sendable {
  public typealias Element = [UInt8]

  let channel: Channel
  let exchange: Int
  let origin: StatementOrigin

  public func makeAsyncIterator() -> Iterator {
    Iterator(data: self)
  }

  public struct Iterator: AsyncIteratorProtocol {
    let data: PostgresCopyData

    public mutating func next() async throws -> [UInt8]? {
      let piece = try await data.channel.nextData(of: data.exchange)
      return piece.isEmpty ? nil : piece
    }
  }

  /// The rows, where the format is `binary`.
  public var binaryRows: BinaryRows { BinaryRows(data: self) }

  public struct BinaryRows: AsyncSequence, Sendable {
    public typealias Element = BinaryCopyRow
    let data: PostgresCopyData

    public func makeAsyncIterator() -> Iterator {
      Iterator(pieces: data.makeAsyncIterator())
    }

    public struct Iterator: AsyncIteratorProtocol {
      var pieces: PostgresCopyData.Iterator
      var reader = BinaryCopyReader()

      public mutating func next() async throws -> BinaryCopyRow? {
        while true {
          do {
            if let row = try reader.next() { return row }
          } catch {
            throw PostgresError(.decoding, message: "COPY data: \(error)", origin: pieces.data.origin)
          }
          guard let piece = try await pieces.next() else { break }
          reader.append(piece)
        }
        guard reader.isComplete else {
          throw PostgresError(.decoding, message: "COPY data: it ends too early", origin: pieces.data.origin)
        }
        return nil
      }
    }
  }
}

extension PostgresConnection {
  /// Runs `COPY … TO STDOUT` and hands its data to `body` as it comes, in constant memory.
  ///
  /// Data that `body` does not read is read and dropped. When `body` throws, the COPY is cancelled and the connection
  /// closed. A COPY cannot have values bound to it.
  ///
  /// - Parameter deadline: how long the server may take for the next piece.
  public func withCopyOut<Value>(
    _ sql: SQL, deadline: Duration? = nil, file: String = #fileID, line: Int = #line,
    _ body: (PostgresCopyData) async throws -> Value
  ) async throws -> Value {
    let request = try request(sql, .copyOut, deadline, file, line)
    let exchange = try await channel.begin(request)
    guard await channel.copyFormat != nil else {
      throw PostgresError(.misuse, message: "expected COPY … TO STDOUT", origin: request.origin)
    }
    return try await channel.finishing(exchange) {
      try await body(PostgresCopyData(channel: channel, exchange: exchange, origin: request.origin))
    }
  }
}

/// Sends the data of a running `COPY … FROM STDIN`; waits when the server is slower.
///
/// Not for use by several tasks at once, nor after the closure that it was given to.
public final class PostgresCopyWriter {
  private let channel: Channel
  private let exchange: Int
  private let format: CopyFormat
  private let origin: StatementOrigin
  private var buffer: [UInt8] = []
  private var rowsAreBinary = false

  /// How much is gathered before it is sent.
  private static let pieceSize = 64 * 1024

  init(channel: Channel, exchange: Int, format: CopyFormat, origin: StatementOrigin) {
    self.channel = channel
    self.exchange = exchange
    self.format = format
    self.origin = origin
  }

  /// Sends data as it is, in the format of the COPY. It may be cut anywhere.
  public func write(_ data: [UInt8]) async throws {
    buffer += data
    try await sendIfFull()
  }

  /// Sends a row of a COPY in the `binary` format, with its header before the first one. The server converts nothing:
  /// each value must have the type of its column.
  public func write<each Value: PostgresValue>(row values: repeat each Value) async throws {
    try checkRow { count in
      for _ in repeat each values { count += 1 }
    }
    repeat buffer.append(sized: each values)
    try await sendIfFull()
  }

  /// Sends a row of a COPY in the `text` format; nil is NULL.
  public func write(textRow values: [String?]) async throws {
    guard !format.isBinary else { throw misuse("the COPY is in the binary format") }
    guard values.count == format.columns else {
      throw misuse("expected \(format.columns) columns, found \(values.count)")
    }
    buffer.append(copyText: values)
    try await sendIfFull()
  }

  func finish() async throws {
    if rowsAreBinary { buffer.append(bigEndian: Int16(-1)) }
    try await send()
  }

  /// Checks that a row has as many values as the COPY has columns, and begins it.
  private func checkRow(counting: (inout Int) -> Void) throws {
    var count = 0
    counting(&count)
    guard format.isBinary else { throw misuse("the COPY is in the text format") }
    guard count == format.columns else { throw misuse("expected \(format.columns) columns, found \(count)") }
    if !rowsAreBinary {
      // No flags, and no extension of the header.
      buffer += BinaryCopyReader.signature + [UInt8](repeating: 0, count: 8)
      rowsAreBinary = true
    }
    buffer.append(bigEndian: Int16(count))
  }

  private func sendIfFull() async throws {
    if buffer.count >= Self.pieceSize { try await send() }
  }

  /// In pieces, so that libpq never holds a copy of much of it.
  private func send() async throws {
    var start = 0
    while start < buffer.count {
      let end = min(start + Self.pieceSize, buffer.count)
      try await channel.put(Array(buffer[start..<end]), in: exchange)
      start = end
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private func misuse(_ message: String) -> PostgresError {
    PostgresError(.misuse, message: message, origin: origin)
  }
}

extension PostgresConnection {
  /// Runs `COPY … FROM STDIN` with the data that `body` writes; returns how many rows the server took.
  ///
  /// When `body` throws, the COPY is ended as failed, and nothing of it stays. A COPY cannot have values bound to it.
  ///
  /// - Parameter deadline: how long the server may take for the next piece, and for the end.
  @discardableResult
  public func withCopyIn(
    _ sql: SQL, deadline: Duration? = nil, file: String = #fileID, line: Int = #line,
    _ body: (PostgresCopyWriter) async throws -> Void
  ) async throws -> Int {
    let request = try request(sql, .copyIn, deadline, file, line)
    let exchange = try await channel.begin(request)
    guard let format = await channel.copyFormat else {
      throw PostgresError(.misuse, message: "expected COPY … FROM STDIN", origin: request.origin)
    }
    let writer = PostgresCopyWriter(channel: channel, exchange: exchange, format: format, origin: request.origin)
    do {
      try await body(writer)
      try await writer.finish()
    } catch {
      await channel.failCopy(exchange)
      throw error
    }
    return try await channel.endCopy(exchange)
  }
}

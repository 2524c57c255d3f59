/// How long each phase of a call may take. Nil is no limit.
public struct HTTPDeadlines: Sendable, Hashable {
  /// Until the connection is ready to send on: name resolution, TCP, proxy and TLS handshakes.
  public var connect: Duration?
  /// From the start of the call until the first byte of the response body, connecting included.
  /// The response's head alone does not count: some servers send it before they begin to work.
  public var firstByte: Duration?
  /// The longest silence of the sender once the body has begun. Time in which it is held back by its reader does not count.
  public var idle: Duration?
  /// From the start of the call to the last byte.
  public var total: Duration?

  /// Ten seconds to connect, and no other limit, unless they are given.
  public init(
    connect: Duration? = .seconds(10), firstByte: Duration? = nil, idle: Duration? = nil, total: Duration? = nil
  ) {
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.total = total
  }
}

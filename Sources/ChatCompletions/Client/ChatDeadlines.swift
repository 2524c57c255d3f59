import HTTPTransport

/// How long each phase of an attempt may take. Heartbeats of the server are not progress. Nil is no limit.
public struct ChatDeadlines: Sendable, Hashable {
  /// Until the connection is ready.
  public var connect: Duration?
  /// From the start of the attempt until the model's first token, reasoning included. An answer that does not come as a stream is
  /// one token in this sense.
  public var firstToken: Duration?
  /// The longest silence of the model after its first token.
  public var betweenTokens: Duration?
  /// The whole attempt.
  public var total: Duration?

  /// Deadlines that suit most servers where nothing else is given.
  public init(
    connect: Duration? = .seconds(10), firstToken: Duration? = .seconds(300), betweenTokens: Duration? = .seconds(60),
    total: Duration? = .seconds(600)
  ) {
    self.connect = connect
    self.firstToken = firstToken
    self.betweenTokens = betweenTokens
    self.total = total
  }

  /// What the transport watches by itself. Silence between tokens is not for it to judge: it cannot tell tokens from heartbeats.
  var forTransport: HTTPDeadlines { HTTPDeadlines(connect: connect, total: total) }
}

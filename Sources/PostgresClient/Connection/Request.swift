/// A statement on its way to the server.
struct Request: Sendable {
  var exchange: SessionMachine.Exchange
  var origin: StatementOrigin
  /// Nil for the simple protocol: several statements, no values, results as text.
  var values: [BoundValue]?
  /// How long the server may be silent. For rows and COPY it counts anew each time that the caller waits.
  var deadline: Duration
  /// Whether a cancelled task cancels it. False for COMMIT and ROLLBACK.
  var isCancellable = true
}

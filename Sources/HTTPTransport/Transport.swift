/// Sends HTTP requests. One method; implementations are over a network, or scripted in tests.
public protocol Transport: Sendable {
  /// Returns when the head of the response is there; its body follows as it is read.
  /// The deadlines hold for the body too. Cancelling the task ends the call at once with an error of kind `cancelled`.
  /// A status outside 200…299 is a response, not an error.
  func send(_ request: HTTPRequest, deadlines: HTTPDeadlines) async throws(TransportError) -> HTTPResponse
}

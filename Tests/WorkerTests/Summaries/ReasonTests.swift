import HTTPTransport
import Testing

@testable import ChatCompletions
@testable import Worker

@Suite struct ReasonTests {
  @Test(
    arguments: [
      (.couldNotConnect, "unreachable (could not connect: model.example:8089)"),
      (.couldNotResolve, "unreachable (the host name could not be resolved: model.example:8089)"),
      (
        .closed(bodyBytes: 0, headReceived: false),
        "unreachable (the connection was closed before a response: model.example:8089)"
      ),
      (.timedOut(.connect), "timed_out (no connection within the time allowed: model.example:8089)"),
    ] as [(TransportError.Kind, String)])
  func `a model that gives no answer is told with its address and what happened`(
    kind: TransportError.Kind, reason: String
  ) {
    let error = TransportError(kind, host: "model.example:8089", detail: "what the library said")
    #expect(ChatError(error).reason == reason)
  }

  @Test func `an answer of an error status is told with that`() {
    #expect(ChatError(.endpoint, status: 401).reason == "endpoint (401)")
    #expect(ChatError(.quota).reason == "quota")
  }
}

import ChatCompletions
import HTTPTransport
import Testing

@Suite struct AdaptationTests {
  private static func refusal(_ message: String, param: String = "") -> ScriptedTransport.Answer {
    .body(#"{"error":{"message":"\#(message)","param":"\#(param)","code":"unsupported_parameter"}}"#, status: 400)
  }

  @Test func `what a server refuses is left out at once, and remembered for its model`() async throws {
    let transport = ScriptedTransport(
      Self.refusal("Use 'max_completion_tokens' instead.", param: "max_tokens"),
      Self.refusal("'temperature' is not supported", param: "temperature"), .hello)
    let caller = try Caller(transport)
    #expect(try await caller.reply().attempts == 3)
    #expect(caller.clock.sleeps.isEmpty)
    #expect(transport.bodies[0].contains(#""max_tokens":9,"temperature":0"#))
    #expect(transport.bodies[1].contains(#""max_completion_tokens":9,"temperature":0"#))
    #expect(transport.bodies[2].contains(#""max_completion_tokens":9,"stream""#))
    _ = try await caller.reply()
    #expect(transport.bodies[3] == transport.bodies[2])
    var other = Caller.request
    other.model = "other"
    _ = try await caller.reply(to: other)
    #expect(transport.bodies[4].contains(#""max_tokens":9,"temperature":0"#))
  }

  @Test func `a refusal that no change can meet is permanent`() async throws {
    let caller = try Caller(ScriptedTransport(Self.refusal("'temperature' is not supported", param: "temperature")))
    let error = await caller.error()
    #expect(error?.class == .permanent)
    #expect(error?.attempts == 2, "once as it was, once without")
  }

  @Test func `a server that refuses each name of the cap for the other is given up on`() async throws {
    let caller = try Caller(
      ScriptedTransport(
        Self.refusal("Use 'max_completion_tokens' instead."), Self.refusal("Use 'max_tokens' instead."),
        Self.refusal("Use 'max_completion_tokens' instead.")))
    #expect(await caller.error()?.class == .permanent)
    #expect(caller.transport.requests.count == 3)
  }
}

import ChatCompletions
import HTTPTransport

/// A client of a scripted server, and its clock.
struct Caller: Sendable {
  let transport: ScriptedTransport
  let clock: ManualEnvironment
  let client: ChatCompletionsClient

  init(_ transport: ScriptedTransport, jitter: Double = 0, settings: ClientSettings = ClientSettings()) throws {
    self.transport = transport
    clock = ManualEnvironment(jitter: jitter)
    client = ChatCompletionsClient(
      endpoint: try ChatEndpoint(base: "https://h/v1?v=1", key: Secret("sk-abc")), transport: transport,
      settings: settings, environment: clock.environment)
  }

  static let request = ChatRequest(model: "m", system: "s", user: "u", maximumOutputTokens: 9, temperature: 0)

  func reply(
    to request: ChatRequest = Self.request, deadlines: ChatDeadlines = .none, observer: (any AttemptObserver)? = nil
  ) async throws(ChatError) -> ChatReply {
    try await client.complete(request, deadlines: deadlines, observer: observer)
  }

  func error(
    of request: ChatRequest = Self.request, deadlines: ChatDeadlines = .none, observer: (any AttemptObserver)? = nil
  ) async -> ChatError? {
    do throws(ChatError) {
      _ = try await reply(to: request, deadlines: deadlines, observer: observer)
      return nil
    } catch {
      return error
    }
  }
}

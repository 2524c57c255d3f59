import HTTPTransport
public import LanguageModels

/// Asks a chat-completions server for the models of one configuration.
///
/// Models at one address share what is learned of it: how requests must be written, when to wait, when to stop asking.
public struct ChatCompletionsExecutor: LanguageModelExecutor {
  /// The models that it works for.
  public typealias Model = ChatCompletionsLanguageModel

  /// What tells one executor from another: the address with its key and header fields, or a client.
  public struct Configuration: Hashable, Sendable {
    enum Source: Hashable, Sendable {
      case address(Address)
      case client(ClientReference)
    }

    struct Address: Hashable, Sendable {
      var url: String
      var key: Secret?
      var headers: HTTPHeaders
      var settings: ClientSettings
      var transport: TransportSource
    }

    struct ClientReference: Hashable, Sendable {
      let client: ChatCompletionsClient

      static func == (one: Self, other: Self) -> Bool { one.client === other.client }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(client)) }
    }

    let source: Source
  }

  private let client: ChatCompletionsClient

  /// - Throws: ``EndpointURL/Invalid`` for an address that is none, or what making the transport throws.
  public init(configuration: Configuration) throws {
    switch configuration.source {
    case .client(let reference): client = reference.client
    case .address(let address):
      var endpoint = try ChatEndpoint(base: address.url, key: address.key)
      endpoint.extraHeaders = address.headers
      client = ChatCompletionsClient(
        endpoint: endpoint, transport: try address.transport.make(), settings: address.settings)
    }
  }

  /// Gives out one answer, as the model's ``ChatCompletionsLanguageModel/delivery`` says.
  ///
  /// - Throws: `LanguageModelError` where it has a case for the failure; ``RequestError`` and ``APIError`` for what else a
  ///   server says; ``ChatError`` where it was not reached; `CancellationError`.
  public func respond(
    to request: LanguageModelExecutorGenerationRequest, model: ChatCompletionsLanguageModel,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    let asked = try ChatRequest(request, to: model)
    let reply: ChatReply
    do throws(ChatError) {
      let callIDPrefix = Self.callIDPrefix(after: request.transcript)
      switch model.delivery {
      case .whileItComes:
        reply = try await client.stream(
          asked, callIDPrefix: callIDPrefix, deadlines: model.deadlines, observer: model.observer
        ) { deltas in
          for delta in deltas { await channel.send(ReplyEvents.event(of: delta)) }
        }
      case .whole:
        reply = try await client.complete(
          asked, callIDPrefix: callIDPrefix, deadlines: model.deadlines, observer: model.observer)
        for delta in reply.content.deltas { await channel.send(ReplyEvents.event(of: delta)) }
      }
    } catch {
      // What a broken answer cost is owed all the same.
      if let usage = error.usage { await channel.send(.response(action: .usage(LanguageModelUsage(usage)))) }
      throw ModelFailure.error(for: error, request: asked, contextSize: model.contextSize, date: client.date)
    }
    for event in ReplyEvents.closing(reply) { await channel.send(event) }
    if let error = ModelFailure.error(ending: reply.content) { throw error }
  }

  /// Of no call in the history; the same for the same history. With the number of a call it makes nine letters and digits,
  /// which is what the strictest servers take for an id.
  private static func callIDPrefix(after transcript: Transcript) -> String {
    let ids = transcript.flatMap { entry -> [String] in
      if case .toolCalls(let calls) = entry { calls.calls.compactMap(\.id) } else { [] }
    }
    var number = ids.count
    while true {
      let digits = String(number)
      let prefix = "call" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      if !ids.contains(where: { $0.hasPrefix(prefix) }) { return prefix }
      number += 1
    }
  }
}

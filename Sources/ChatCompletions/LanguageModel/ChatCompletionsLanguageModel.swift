public import FoundationEssentials
@_exported public import HTTPTransport
public import LanguageModels

/// A model behind a chat-completions server: OpenAI's, one of the many that speak its dialect, or one of one's own.
///
/// ```swift
/// let model = ChatCompletionsLanguageModel(
///   name: "gpt-5-mini", url: url, apiKey: Secret(key), transport: .shared(transport))
/// let session = LanguageModelSession(model: model)
/// ```
///
/// Whatever a server is known to do differently is learned from its refusals and remembered for the executor's later
/// requests. An answer is given out while it comes, unless ``delivery`` says otherwise; what fails before its first piece
/// is asked for again.
public struct ChatCompletionsLanguageModel: LanguageModel {
  /// What does the work.
  public typealias Executor = ChatCompletionsExecutor

  /// When an answer is given out.
  public enum Delivery: Sendable, Hashable {
    /// Piece by piece as it comes. Once a piece has been given out, an attempt that fails is the last.
    case whileItComes
    /// Once it is whole. Until then every failure is dealt with as the client's settings say, so that an answer that broke
    /// off is asked for again: for work that nobody watches.
    case whole
  }

  /// The model's name as the server knows it.
  public let name: String
  /// What the server and its model are said to do.
  public let capabilities: LanguageModelCapabilities
  /// In tokens, input and output together.
  public let contextSize: Int?
  /// The address or the client.
  public let executorConfiguration: ChatCompletionsExecutor.Configuration
  /// For each attempt.
  public var deadlines: ChatDeadlines
  /// When answers are given out.
  public var delivery = Delivery.whileItComes
  /// Whether the model may call several tools at once; `nil` leaves it to the server.
  public var allowsParallelToolCalls: Bool?
  /// Is asked before each attempt, told after it, and told how each call ended. A request of a session is one call.
  public var observer: (any AttemptObserver)?
  /// Counts the tokens of entries, for `LanguageModel.tokenCount(for:)`.
  public var tokenCounter: (@Sendable ([Transcript.Entry]) async throws -> Int?)?

  /// A model and the address of its server.
  ///
  /// - Parameters:
  ///   - name: As the server knows it.
  ///   - url: The base of the API or the endpoint itself; see ``EndpointURL``. That it is a usable one is found out when
  ///     the first request is made.
  ///   - additionalHeaders: Header fields of each request. Their values are treated as secrets.
  ///   - supportsGuidedGeneration: Whether the server follows schemas. One that then refuses them is given them in words.
  ///   - apiKey: Sent in the field that the server's host expects.
  ///   - supportsToolCalling: Whether tools may be offered.
  ///   - supportsVision: Whether images may be sent.
  ///   - supportsReasoning: Whether the server knows `reasoning_effort`.
  ///   - contextSize: In tokens, input and output together.
  ///   - deadlines: For each attempt.
  ///   - settings: How failures and load are dealt with.
  ///   - transport: What carries the requests. The module `CurlChatCompletions` has initializers that need none.
  public init(
    name: String, url: URL, additionalHeaders: [String: String] = [:], supportsGuidedGeneration: Bool = true,
    apiKey: Secret? = nil, supportsToolCalling: Bool = true, supportsVision: Bool = false,
    supportsReasoning: Bool = false, contextSize: Int? = nil, deadlines: ChatDeadlines = ChatDeadlines(),
    settings: ClientSettings = .interactive, transport: TransportSource
  ) {
    var headers = HTTPHeaders()
    // In an order of their own, so that equal models have equal configurations.
    for (name, value) in additionalHeaders.sorted(by: { $0.key < $1.key }) {
      headers.append(name, secret: Secret(value))
    }
    let capabilities: [(LanguageModelCapabilities.Capability, Bool)] = [
      (.guidedGeneration, supportsGuidedGeneration), (.toolCalling, supportsToolCalling), (.vision, supportsVision),
      (.reasoning, supportsReasoning),
    ]
    self.init(
      name: name, capabilities: LanguageModelCapabilities(capabilities.filter(\.1).map(\.0)), contextSize: contextSize,
      deadlines: deadlines,
      configuration: .init(
        source: .address(
          .init(
            url: url.absoluteString, key: apiKey, headers: headers, settings: settings, transport: transport))))
  }

  /// A model that is asked through a client that exists already, with its limits and all that it has learned.
  public init(
    name: String, client: ChatCompletionsClient,
    capabilities: LanguageModelCapabilities = [.guidedGeneration, .toolCalling], contextSize: Int? = nil,
    deadlines: ChatDeadlines = ChatDeadlines()
  ) {
    self.init(
      name: name, capabilities: capabilities, contextSize: contextSize, deadlines: deadlines,
      configuration: .init(source: .client(.init(client: client))))
  }

  private init(
    name: String, capabilities: LanguageModelCapabilities, contextSize: Int?, deadlines: ChatDeadlines,
    configuration: ChatCompletionsExecutor.Configuration
  ) {
    self.name = name
    self.capabilities = capabilities
    self.contextSize = contextSize
    self.deadlines = deadlines
    executorConfiguration = configuration
  }

  /// What ``tokenCounter`` says.
  public func tokenCount(for entries: [Transcript.Entry]) async throws -> Int? { try await tokenCounter?(entries) }
}

extension ClientSettings {
  /// For who waits for the answer: fewer attempts, and no long waits between them.
  public static let interactive = ClientSettings(
    retries: RetryPolicy(maximumAttempts: 3, longestDelay: .seconds(8), longestRetryAfter: .seconds(20)))
}

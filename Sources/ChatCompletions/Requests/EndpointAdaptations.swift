/// One change to how requests are written, learned from a refusal.
public enum Adaptation: String, Sendable, Hashable, CaseIterable {
  /// The output cap has its newer name.
  case useMaxCompletionTokens
  /// The output cap has its older name.
  case useMaxTokens
  /// No temperature.
  case dropTemperature
  /// No `stream_options`.
  case dropStreamOptions
  /// The instructions go to the head of the prompt.
  case mergeSystemIntoUser
  /// From a schema to any JSON, from any JSON to words alone.
  case weakenResponseFormat
  /// Every answer is asked for as a stream.
  case stream
  /// No `top_p`.
  case dropTopP
  /// No `top_k`.
  case dropTopK
  /// No `seed`.
  case dropSeed
  /// No `reasoning_effort`.
  case dropReasoningEffort
  /// No `parallel_tool_calls`.
  case dropParallelToolCalls
  /// The reasoning of earlier turns is not sent back.
  case dropReasoningContent

  /// What is left out, for those changes that leave something out of an otherwise equal request.
  var omission: EndpointAdaptations.Omission? {
    switch self {
    case .dropTopP: .topP
    case .dropTopK: .topK
    case .dropSeed: .seed
    case .dropReasoningEffort: .reasoningEffort
    case .dropParallelToolCalls: .parallelToolCalls
    case .dropReasoningContent: .reasoningContent
    default: nil
    }
  }
}

/// How requests to one model of one endpoint are written. Begins with what most servers accept, and is changed by refusals.
public struct EndpointAdaptations: Sendable, Hashable {
  /// The names of the output cap.
  public enum OutputCap: String, Sendable, Hashable {
    /// The older one.
    case maxTokens = "max_tokens"
    /// The newer one.
    case maxCompletionTokens = "max_completion_tokens"
  }

  /// How a schema is told, from the strongest way to the weakest.
  public enum Format: Sendable, Hashable {
    /// As a schema, as JSON of any kind, in words alone.
    case jsonSchema, jsonObject, promptOnly
  }

  /// Parameters that some servers refuse and that a request can do without.
  public enum Omission: String, Sendable, Hashable, CaseIterable {
    /// The share of probability.
    case topP = "top_p"
    /// The number of tokens to pick from.
    case topK = "top_k"
    /// What chance begins with.
    case seed
    /// How much to think.
    case reasoningEffort = "reasoning_effort"
    /// Whether several calls at once are welcome.
    case parallelToolCalls = "parallel_tool_calls"
    /// What was thought in earlier turns.
    case reasoningContent = "reasoning_content"
  }

  /// `max_tokens` first: servers that know only the other name refuse it, while some that know only this one ignore the other,
  /// and nothing would then bound the answer.
  public private(set) var outputCap = OutputCap.maxTokens
  /// Whether a temperature is written.
  public private(set) var sendsTemperature = true
  /// Whether `stream_options` is written.
  public private(set) var sendsStreamOptions = true
  /// Whether instructions are a message of their own.
  public private(set) var hasSystemRole = true
  /// How a schema is told.
  public private(set) var format = Format.jsonSchema
  /// Whether every answer is asked for as a stream.
  public private(set) var alwaysStreams = false
  /// What is left out.
  public private(set) var omissions: Set<Omission> = []
  private var capChanges = 0

  /// Nothing is known yet.
  public init() {}

  /// Makes the change. False when it changes nothing for such a request, so that the refusal must have another reason.
  public mutating func apply(_ adaptation: Adaptation, to request: ChatRequest) -> Bool {
    let before = self
    switch adaptation {
    case .useMaxCompletionTokens: changeCap(to: .maxCompletionTokens, request)
    case .useMaxTokens: changeCap(to: .maxTokens, request)
    case .dropTemperature: if request.temperature != nil { sendsTemperature = false }
    case .dropStreamOptions: if request.isStreamed || alwaysStreams { sendsStreamOptions = false }
    case .mergeSystemIntoUser: if request.messages.first?.role == .system { hasSystemRole = false }
    case .weakenResponseFormat:
      if request.responseFormat != nil { format = format == .jsonSchema ? .jsonObject : .promptOnly }
    case .stream: if !request.isStreamed { alwaysStreams = true }
    case .dropTopP, .dropTopK, .dropSeed, .dropReasoningEffort, .dropParallelToolCalls, .dropReasoningContent:
      if let omission = adaptation.omission, request.has(omission) { omissions.insert(omission) }
    }
    return self != before
  }

  func sends(_ parameter: Omission) -> Bool { !omissions.contains(parameter) }

  /// A server that refuses both names would otherwise be asked for ever.
  private mutating func changeCap(to cap: OutputCap, _ request: ChatRequest) {
    guard request.maximumOutputTokens != nil, outputCap != cap, capChanges < 2 else { return }
    outputCap = cap
    capChanges += 1
  }
}

extension ChatRequest {
  fileprivate func has(_ parameter: EndpointAdaptations.Omission) -> Bool {
    switch parameter {
    case .topP: sampling.topP != nil
    case .topK: sampling.topK != nil
    case .seed: sampling.seed != nil
    case .reasoningEffort: reasoningEffort != nil
    case .parallelToolCalls: tools?.inParallel != nil
    case .reasoningContent: messages.contains { $0.reasoning != nil }
    }
  }
}

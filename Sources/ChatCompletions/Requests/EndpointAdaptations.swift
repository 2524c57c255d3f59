/// One change to how requests are written, learned from a refusal.
public enum Adaptation: String, Sendable, Hashable, CaseIterable {
  case useMaxCompletionTokens
  case useMaxTokens
  case dropTemperature
  case dropStreamOptions
  /// The instructions go to the head of the prompt.
  case mergeSystemIntoUser
  /// From a schema to any JSON, from any JSON to words alone.
  case weakenResponseFormat
  case stream
}

/// How requests to one model of one endpoint are written. Begins with what most servers accept, and is changed by refusals.
public struct EndpointAdaptations: Sendable, Hashable {
  public enum OutputCap: String, Sendable, Hashable {
    case maxTokens = "max_tokens"
    case maxCompletionTokens = "max_completion_tokens"
  }

  public enum Format: Sendable, Hashable {
    case jsonSchema, jsonObject, promptOnly
  }

  /// `max_tokens` first: servers that know only the other name refuse it, while some that know only this one ignore the other,
  /// and nothing would then bound the answer.
  public private(set) var outputCap = OutputCap.maxTokens
  public private(set) var sendsTemperature = true
  public private(set) var sendsStreamOptions = true
  public private(set) var hasSystemRole = true
  public private(set) var format = Format.jsonSchema
  public private(set) var alwaysStreams = false
  private var capChanges = 0

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
    }
    return self != before
  }

  /// A server that refuses both names would otherwise be asked for ever.
  private mutating func changeCap(to cap: OutputCap, _ request: ChatRequest) {
    guard request.maximumOutputTokens != nil, outputCap != cap, capChanges < 2 else { return }
    outputCap = cap
    capChanges += 1
  }
}

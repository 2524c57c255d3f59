import FoundationEssentials
import LanguageModels

/// What a session is told of a failure, in the terms of `LanguageModelError` where it has them.
enum ModelFailure {
  /// - Parameters:
  ///   - request: What was asked.
  ///   - date: Now.
  static func error(for error: ChatError, request: ChatRequest, contextSize: Int?, date: Date) -> any Error {
    let detail = error.description
    switch error.class {
    case .cancelled: return CancellationError()
    case .declined: return error.cause ?? error
    case .timedOut: return LanguageModelError.timeout(.init(debugDescription: detail))
    case .tooBig(let limit, let requested):
      return LanguageModelError.contextSizeExceeded(
        .init(contextSize: limit ?? contextSize ?? 0, tokenCount: requested ?? 0, debugDescription: detail))
    case .contentFilter: return LanguageModelError.guardrailViolation(.init(debugDescription: detail))
    case .overload where error.status == 429:
      return LanguageModelError.rateLimited(
        .init(resetDate: error.retryAfter.map { date + $0.seconds }, debugDescription: detail))
    case .truncated, .malformed: return RequestError.invalidStreamData
    case .overload, .quota, .adaptable, .permanent, .endpoint:
      return unsupported(error, request) ?? response(error)
    case .unreachable, .circuitOpen: return error
    }
  }

  /// Why a whole reply is no answer, or `nil` where it is one.
  static func error(ending content: ReplyContent) -> LanguageModelError? {
    switch content.finish {
    case .refusal: .refusal(.init(explanation: content.refusal ?? content.text))
    case .contentFilter:
      .guardrailViolation(.init(debugDescription: "the provider's content filter cut the answer"))
    case .stop, .length, .toolCalls: nil
    }
  }

  /// What the server said.
  private static func response(_ error: ChatError) -> any Error {
    if let response = error.response {
      return RequestError.httpError(statusCode: response.status, data: Data(response.body))
    }
    // Without a status there are only words, the server's own or those of a request that was not sent.
    guard error.attempts > 0 else { return error }
    return APIError(message: error.message, type: error.type, param: error.param, code: error.code)
  }

  /// Refusals of what a model turns out not to do.
  private static func unsupported(_ error: ChatError, _ request: ChatRequest) -> LanguageModelError? {
    let words = error.message.lowercased()
    func says(_ texts: String...) -> Bool { texts.contains { words.contains($0) } }
    func lacking(_ capability: LanguageModelCapabilities.Capability) -> LanguageModelError {
      .unsupportedCapability(.init(capability: capability, debugDescription: error.description))
    }
    if request.messages.contains(where: \.hasImages),
      says("image input is not supported", "image_url", "does not support image", "not a multimodal model", "vision")
    {
      return lacking(.vision)
    }
    if request.tools != nil,
      says(
        "does not support tools", "tools is not supported", "tool use is not supported", "tool calling is not",
        "tool choice requires")
    {
      return lacking(.toolCalling)
    }
    if let format = request.responseFormat,
      error.code == "invalid_json_schema" || says("invalid schema for response_format", "unsupported schema", "grammar")
    {
      return .unsupportedGenerationGuide(.init(schemaName: format.name, debugDescription: error.description))
    }
    return nil
  }
}

extension Duration {
  fileprivate var seconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) * 1e-18
  }
}

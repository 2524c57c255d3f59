/// Why a model stopped.
public enum FinishReason: String, Sendable, Hashable {
  /// It had said everything.
  case stop
  /// The output cap or the end of the context was reached; the text is cut.
  case length
  /// It wants to call tools.
  case toolCalls
  /// The provider's filter cut the text.
  case contentFilter
  /// It declined to answer.
  case refusal
}

extension FinishReason {
  /// OpenAI's word for it.
  var word: String {
    switch self {
    case .stop: "stop"
    case .length: "length"
    case .toolCalls: "tool_calls"
    case .contentFilter: "content_filter"
    case .refusal: "refusal"
    }
  }
}

/// What the `finish_reason` of a server means.
enum FinishSignal: Equatable {
  case finish(FinishReason)
  /// The server broke down on the way.
  case serverFailed
  /// A word that is not known: not a clean end.
  case unknown

  init(_ word: String) {
    switch word.lowercased() {
    case "stop", "end", "eos", "eos_token", "stop_sequence", "end_turn": self = .finish(.stop)
    case "length", "max_tokens", "model_context_window_exceeded", "model_length": self = .finish(.length)
    case "tool_calls", "function_call", "tool_use": self = .finish(.toolCalls)
    case "content_filter", "safety": self = .finish(.contentFilter)
    case "refusal": self = .finish(.refusal)
    case "error", "network_error", "insufficient_system_resource": self = .serverFailed
    default: self = .unknown
    }
  }
}

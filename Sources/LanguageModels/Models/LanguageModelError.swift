public import FoundationEssentials
public import Transcripts

/// A failure that any model may report, in the terms that callers can act on.
///
/// ``description`` names the case and its numbers; it never holds text of the conversation.
public enum LanguageModelError: Error, Sendable {
  /// The request does not fit into the model's context.
  case contextSizeExceeded(ContextSizeExceeded)
  /// The model was asked too often.
  case rateLimited(RateLimited)
  /// A filter of the model's provider stopped the request or the answer.
  case guardrailViolation(GuardrailViolation)
  /// The model declined to answer.
  case refusal(Refusal)
  /// The request needs what the model does not declare. Thrown before anything is sent.
  case unsupportedCapability(UnsupportedCapability)
  /// The history holds entries that the model cannot take.
  case unsupportedTranscriptContent(UnsupportedTranscriptContent)
  /// The schema holds a guide that the model cannot follow.
  case unsupportedGenerationGuide(UnsupportedGenerationGuide)
  /// The model does not speak the language.
  case unsupportedLanguageOrLocale(UnsupportedLanguageOrLocale)
  /// The model did not answer in time.
  case timeout(Timeout)

  /// What is known of a request that does not fit.
  public struct ContextSizeExceeded: Sendable {
    /// Tokens that the context holds.
    public var contextSize: Int
    /// Tokens that the request has.
    public var tokenCount: Int
    /// What the model's executor adds, for developers: never text of the conversation.
    public var debugDescription: String
    /// Whatever else the executor knows of the failure, by names of its own.
    public var metadata: [String: any Sendable]

    /// Counts are tokens.
    public init(
      contextSize: Int, tokenCount: Int, debugDescription: String = "", metadata: [String: any Sendable] = [:]
    ) {
      self.contextSize = contextSize
      self.tokenCount = tokenCount
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// What is known of a limit on requests.
  public struct RateLimited: Sendable {
    /// When to ask again, where the model said so.
    public var resetDate: Date?
    /// What the model's executor adds, for developers: never text of the conversation.
    public var debugDescription: String
    /// Whatever else the executor knows of the failure, by names of its own.
    public var metadata: [String: any Sendable]

    /// `resetDate` is when to ask again, where that is known.
    public init(resetDate: Date? = nil, debugDescription: String = "", metadata: [String: any Sendable] = [:]) {
      self.resetDate = resetDate
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// What is known of a filter that stepped in.
  public struct GuardrailViolation: Sendable {
    /// What the model's executor adds, for developers: never text of the conversation.
    public var debugDescription: String
    /// Whatever else the executor knows of the failure, by names of its own.
    public var metadata: [String: any Sendable]

    /// A filter that says nothing more than it has to.
    public init(debugDescription: String = "", metadata: [String: any Sendable] = [:]) {
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// What is known of a model's refusal.
  public struct Refusal: Sendable {
    /// What the model said instead of an answer: text of the conversation, not for logs.
    public var explanation: String
    /// What the model's executor adds, for developers: never text of the conversation.
    public var debugDescription: String
    /// Whatever else the executor knows of the failure, by names of its own.
    public var metadata: [String: any Sendable]

    /// `explanation` is what the model said instead of an answer.
    public init(explanation: String, debugDescription: String = "", metadata: [String: any Sendable] = [:]) {
      self.explanation = explanation
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// Which capability is missing.
  public struct UnsupportedCapability: Sendable {
    /// What the request needs and the model does not declare.
    public var capability: LanguageModelCapabilities.Capability
    /// What the model's executor adds, for developers: never text of the conversation.
    public var debugDescription: String
    /// Whatever else the executor knows of the failure, by names of its own.
    public var metadata: [String: any Sendable]

    /// `capability` is what is missing.
    public init(
      capability: LanguageModelCapabilities.Capability, debugDescription: String = "",
      metadata: [String: any Sendable] = [:]
    ) {
      self.capability = capability
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// What of the history the model cannot take.
  public struct UnsupportedTranscriptContent: Sendable {
    /// The entries that cannot be taken: text of the conversation, not for logs.
    public var entries: [Transcript.Entry]
    /// What the model's executor adds, for developers: never text of the conversation.
    public var debugDescription: String
    /// Whatever else the executor knows of the failure, by names of its own.
    public var metadata: [String: any Sendable]

    /// `entries` are those that cannot be taken.
    public init(
      entries: [Transcript.Entry], debugDescription: String = "", metadata: [String: any Sendable] = [:]
    ) {
      self.entries = entries
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// Which schema the model cannot follow.
  public struct UnsupportedGenerationGuide: Sendable {
    /// The name of the schema with the guide.
    public var schemaName: String
    /// What the model's executor adds, for developers: never text of the conversation.
    public var debugDescription: String
    /// Whatever else the executor knows of the failure, by names of its own.
    public var metadata: [String: any Sendable]

    /// `schemaName` is the name of the schema with the guide.
    public init(schemaName: String, debugDescription: String = "", metadata: [String: any Sendable] = [:]) {
      self.schemaName = schemaName
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// Which language the model does not speak.
  public struct UnsupportedLanguageOrLocale: Sendable {
    /// A tag of BCP 47.
    public var languageCode: String
    /// What the model's executor adds, for developers: never text of the conversation.
    public var debugDescription: String
    /// Whatever else the executor knows of the failure, by names of its own.
    public var metadata: [String: any Sendable]

    /// `languageCode` is the language that was asked for.
    public init(languageCode: String, debugDescription: String = "", metadata: [String: any Sendable] = [:]) {
      self.languageCode = languageCode
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// What is known of an answer that did not come in time.
  public struct Timeout: Sendable {
    /// What the model's executor adds, for developers: never text of the conversation.
    public var debugDescription: String
    /// Whatever else the executor knows of the failure, by names of its own.
    public var metadata: [String: any Sendable]

    /// An answer that did not come in time.
    public init(debugDescription: String = "", metadata: [String: any Sendable] = [:]) {
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}

extension LanguageModelError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .contextSizeExceeded(let error):
      "contextSizeExceeded: a request of \(error.tokenCount) tokens, expected fewer than \(error.contextSize)"
    case .rateLimited: "rateLimited"
    case .guardrailViolation: "guardrailViolation"
    case .refusal: "refusal"
    case .unsupportedCapability(let error): "unsupportedCapability: the model does not declare \(error.capability)"
    case .unsupportedTranscriptContent(let error):
      "unsupportedTranscriptContent: \(error.entries.count) entries that the model cannot take"
    case .unsupportedGenerationGuide(let error): "unsupportedGenerationGuide: in the schema \(error.schemaName)"
    case .unsupportedLanguageOrLocale(let error): "unsupportedLanguageOrLocale: \(error.languageCode)"
    case .timeout: "timeout"
    }
  }
}

extension LanguageModelError: CustomDebugStringConvertible {
  /// The description, and what the model's executor added to it.
  public var debugDescription: String {
    let detail: String =
      switch self {
      case .contextSizeExceeded(let error): error.debugDescription
      case .rateLimited(let error): error.debugDescription
      case .guardrailViolation(let error): error.debugDescription
      case .refusal(let error): error.debugDescription
      case .unsupportedCapability(let error): error.debugDescription
      case .unsupportedTranscriptContent(let error): error.debugDescription
      case .unsupportedGenerationGuide(let error): error.debugDescription
      case .unsupportedLanguageOrLocale(let error): error.debugDescription
      case .timeout(let error): error.debugDescription
      }
    return detail.isEmpty ? description : "\(description) (\(detail))"
  }
}

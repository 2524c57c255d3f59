@_exported public import Transcripts

/// A model that a session can talk to.
///
/// The model itself is a small value: what it can do and how its executor is configured. The work of a request is done
/// by the ``Executor``, which is made once for each distinct configuration and kept by a
/// ``LanguageModelExecutorCache``.
public protocol LanguageModel: Sendable {
  /// What does the work of this model's requests.
  associatedtype Executor: LanguageModelExecutor where Executor.Model == Self

  /// What the model can do. A request for anything else fails with ``LanguageModelError/unsupportedCapability(_:)``
  /// before it is sent.
  var capabilities: LanguageModelCapabilities { get }

  /// What an executor is made from. Small, and holding nothing of a single request: models of equal configurations
  /// share one executor.
  var executorConfiguration: Executor.Configuration { get }

  /// Whether the model can be asked now. `available` unless the model says otherwise.
  var availability: LanguageModelAvailability { get }

  /// How many tokens a request and its answer may have together, or `nil` where that is not known.
  var contextSize: Int? { get }

  /// How many tokens these entries cost as the input of a request, or `nil` where the model cannot tell.
  ///
  /// The entries are all that a request sends: tools stand in the instructions entry, a schema in the last prompt.
  func tokenCount(for entries: [Transcript.Entry]) async throws -> Int?
}

extension LanguageModel {
  public var availability: LanguageModelAvailability { .available }

  /// Whether the model can be asked now.
  public var isAvailable: Bool { availability == .available }

  public var contextSize: Int? { nil }

  public func tokenCount(for entries: [Transcript.Entry]) async throws -> Int? { nil }

  /// How many tokens a whole transcript costs as the input of a request, or `nil` where the model cannot tell.
  public func tokenCount(for transcript: Transcript) async throws -> Int? {
    try await tokenCount(for: transcript.entries)
  }
}

/// Whether a model can be asked, and if not, why.
public enum LanguageModelAvailability: Sendable, Hashable {
  /// It can be asked.
  case available
  /// It cannot, for this reason.
  case unavailable(UnavailableReason)

  /// Why a model cannot be asked.
  public enum UnavailableReason: Sendable, Hashable {
    /// The machine or the server cannot run the model at all.
    case deviceNotEligible
    /// The model is there but switched off or without its credentials.
    case notConfigured
    /// The model is being loaded or fetched: ask later.
    case modelNotReady
    /// For any other reason. Never text of a conversation or a secret.
    case other(String)
  }
}

@_exported public import LanguageModels
public import Transcripts

/// A model that says what a test wrote down, and records what it was sent.
///
/// ```swift
/// let model = ScriptedLanguageModel(.calls(.init("Weather", #"{"city":"Lisbon"}"#)), .text("It is fine."))
/// let session = LanguageModelSession(model: model, tools: [Weather()])
/// let answer = try await session.respond(to: "How is it in Lisbon?").content
/// // What the second request held: the tool's output at its end.
/// let last = model.recorder.requests[1].transcript.last
/// ```
///
/// Every request takes the next reply, whichever session makes it. Copies of the value share script and recorder.
public struct ScriptedLanguageModel: LanguageModel {
  /// What plays the script.
  public typealias Executor = ScriptedExecutor

  public var capabilities: LanguageModelCapabilities
  public var availability: LanguageModelAvailability = .available
  public var contextSize: Int?
  /// What the model was sent.
  public let recorder = ScriptRecorder()
  let script: Script
  let count: (@Sendable ([Transcript.Entry]) async throws -> Int?)?

  /// A model with these replies, one for each request.
  public init(
    _ replies: ScriptedReply..., capabilities: LanguageModelCapabilities = .all, contextSize: Int? = nil,
    tokenCount: (@Sendable ([Transcript.Entry]) async throws -> Int?)? = nil
  ) {
    self.init(replies: replies, capabilities: capabilities, contextSize: contextSize, tokenCount: tokenCount)
  }

  /// A model with these replies, one for each request. A request after the last fails with ``ScriptError/exhausted(replies:)``.
  public init(
    replies: [ScriptedReply], capabilities: LanguageModelCapabilities = .all, contextSize: Int? = nil,
    tokenCount: (@Sendable ([Transcript.Entry]) async throws -> Int?)? = nil
  ) {
    self.init(capabilities: capabilities, contextSize: contextSize, tokenCount: tokenCount) { _, index in
      guard replies.indices.contains(index) else { throw ScriptError.exhausted(replies: replies.count) }
      return replies[index]
    }
  }

  /// A model that makes up each reply from the request.
  ///
  /// - Parameters:
  ///   - capabilities: What the model declares.
  ///   - contextSize: In tokens; `nil` where it is not known.
  ///   - tokenCount: What ``tokenCount(for:)`` says; `nil` where it is left out.
  ///   - reply: Given the request and how many came before it.
  public init(
    capabilities: LanguageModelCapabilities = .all, contextSize: Int? = nil,
    tokenCount: (@Sendable ([Transcript.Entry]) async throws -> Int?)? = nil,
    reply: @escaping @Sendable (LanguageModelExecutorGenerationRequest, Int) async throws -> ScriptedReply
  ) {
    self.capabilities = capabilities
    self.contextSize = contextSize
    count = tokenCount
    script = Script(reply: reply)
  }

  public var executorConfiguration: ScriptedExecutor.Configuration { .init(script: script) }

  public func tokenCount(for entries: [Transcript.Entry]) async throws -> Int? { try await count?(entries) }
}

/// What a script cannot do.
public enum ScriptError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There was one more request than replies.
  case exhausted(replies: Int)

  public var description: String {
    switch self {
    case .exhausted(let replies): "request \(replies + 1) to a scripted model with \(replies) replies"
    }
  }
}

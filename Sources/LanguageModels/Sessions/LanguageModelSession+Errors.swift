extension LanguageModelSession {
  /// What keeps a session from answering, other than the model.
  public enum Error: Swift.Error, Sendable {
    /// The session was busy with another request, which goes on.
    case concurrentRequests
    /// The model says that it cannot be asked.
    case modelUnavailable(LanguageModelAvailability.UnavailableReason)
    /// The tool-calling mode is `required`, and the profile has no tools.
    case noToolsToRequire
    /// The model went on calling tools. See ``LanguageModelSession/maximumToolRounds``.
    case tooManyToolRounds(limit: Int)
    /// The answer does not follow the schema.
    case decodingFailure(DecodingFailure)

    /// Which schema an answer does not follow, and how.
    public struct DecodingFailure: Sendable {
      /// The name of the schema, where it has one.
      public var schemaName: String?
      /// What is wrong: ``GuideViolations``, ``GeneratedContentError``, or what a type's own initializer threw.
      public var underlyingError: any Swift.Error

      /// A failure to read an answer.
      public init(schemaName: String?, underlyingError: any Swift.Error) {
        self.schemaName = schemaName
        self.underlyingError = underlyingError
      }
    }
  }

  /// A tool threw, which ended the turn.
  public struct ToolCallError: Swift.Error, Sendable {
    /// The tool that threw.
    public var tool: any Tool
    /// What it threw; its description may hold text of the conversation.
    public var underlyingError: any Swift.Error

    /// An error of a tool.
    public init(tool: any Tool, underlyingError: any Swift.Error) {
      self.tool = tool
      self.underlyingError = underlyingError
    }
  }
}

extension LanguageModelSession.Error: CustomStringConvertible {
  public var description: String {
    switch self {
    case .concurrentRequests: "a request while another is running; expected one at a time in each session"
    case .modelUnavailable(let reason): "the model is unavailable: \(reason)"
    case .noToolsToRequire: "the tool-calling mode is required, expected at least one tool"
    case .tooManyToolRounds(let limit):
      "the model went on calling tools, expected an answer after at most \(limit) rounds"
    case .decodingFailure(let failure):
      "the answer does not follow \(failure.schemaName.map { "the schema \($0)" } ?? "the schema")"
    }
  }
}

extension LanguageModelSession.ToolCallError: CustomStringConvertible {
  /// The tool's name and the type of what it threw, whose own description may hold text of the conversation.
  public var description: String { "the tool \(tool.name) threw \(type(of: underlyingError))" }
}

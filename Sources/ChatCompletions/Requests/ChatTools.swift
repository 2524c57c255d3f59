public import Transcripts

/// The tools that a model may call.
public struct ChatTools: Sendable, Hashable {
  /// One tool.
  public struct Definition: Sendable, Hashable {
    /// By which it is called.
    public var name: String
    /// What the model is told of it.
    public var description: String
    /// A JSON Schema of the arguments.
    public var parameters: JSON

    /// A tool.
    public init(name: String, description: String, parameters: JSON) {
      self.name = name
      self.description = description
      self.parameters = parameters
    }
  }

  /// What is demanded of the model.
  public enum Choice: String, Sendable, Hashable {
    /// Offered so that earlier calls are understood, but none may be called.
    case none
    /// At least one must be called.
    case required
  }

  /// Not empty: many servers refuse an empty list.
  public var definitions: [Definition]
  /// Nil leaves it to the model, and is not written: not every server knows the parameter.
  public var choice: Choice?
  /// Whether several calls at once are welcome. Nil leaves it to the server.
  public var inParallel: Bool?

  /// Nil where there are no definitions.
  public init?(_ definitions: [Definition], choice: Choice? = nil, inParallel: Bool? = nil) {
    guard !definitions.isEmpty else { return nil }
    self.definitions = definitions
    self.choice = choice
    self.inParallel = inParallel
  }
}

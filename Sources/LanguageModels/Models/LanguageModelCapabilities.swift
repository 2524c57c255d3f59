/// What a model can do beyond continuing text.
public struct LanguageModelCapabilities: Sendable, Hashable, ExpressibleByArrayLiteral {
  /// One thing that a model can do.
  public enum Capability: String, Sendable, Hashable, CaseIterable {
    /// Sees attachments.
    case vision
    /// Calls tools.
    case toolCalling
    /// Thinks before it answers, as much as it is told to.
    case reasoning
    /// Follows a schema strictly.
    case guidedGeneration
  }

  /// The things that the model can do.
  public var capabilities: Set<Capability>

  /// These capabilities and no others.
  public init(_ capabilities: some Sequence<Capability> = []) { self.capabilities = Set(capabilities) }

  public init(arrayLiteral capabilities: Capability...) { self.init(capabilities) }

  /// All of them.
  public static var all: LanguageModelCapabilities { LanguageModelCapabilities(Capability.allCases) }

  /// Whether the model can do this.
  public func contains(_ capability: Capability) -> Bool { capabilities.contains(capability) }
}

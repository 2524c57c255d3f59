/// What a model can do beyond continuing text.
public struct LanguageModelCapabilities: Sendable, Hashable, ExpressibleByArrayLiteral {
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

  public var capabilities: Set<Capability>

  public init(_ capabilities: some Sequence<Capability> = []) { self.capabilities = Set(capabilities) }

  public init(arrayLiteral capabilities: Capability...) { self.init(capabilities) }

  /// All of them.
  public static var all: LanguageModelCapabilities { LanguageModelCapabilities(Capability.allCases) }

  public func contains(_ capability: Capability) -> Bool { capabilities.contains(capability) }
}

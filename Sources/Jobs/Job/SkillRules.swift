/// Which skill guides the summary of which conversation.
public struct SkillRules: Sendable, Equatable {
  /// The folder of the skills.
  public var folder: String
  public var rules: [Rule]

  public struct Rule: Sendable, Equatable {
    /// The name in the skill's head.
    public var skill: String
    /// `nil` for all.
    public var tenants: Set<String>?
    /// Every field has to be there with this value.
    public var metadata: [String: MetadataValue]
    /// One of them has to have been called; `nil` where it does not matter.
    public var tools: Set<String>?

    /// Whether it fits a conversation.
    ///
    /// - Parameter hasMetadata: whether the conversation has all of these fields.
    public func fits(tenant: String, tools called: Set<String>, hasMetadata: ([String: MetadataValue]) -> Bool) -> Bool
    {
      if let tenants, !tenants.contains(tenant) { return false }
      if let tools, tools.isDisjoint(with: called) { return false }
      return metadata.isEmpty || hasMetadata(metadata)
    }
  }
}

/// Which conversations a job is for.
public struct ConversationFilter: Sendable, Equatable {
  public enum Tenants: Sendable, Equatable {
    case all
    case only([String])
    case except([String])
  }

  public var tenants: Tenants
  /// A JSON object that the conversation's metadata must contain; `nil` asks for nothing.
  public var metadata: String?

  public init(tenants: Tenants = .all, metadata: String? = nil) {
    self.tenants = tenants
    self.metadata = metadata
  }

  public static let everything = ConversationFilter()
}

/// The conversations of one job: those that its filter matches and no earlier job's does.
public struct JobScope: Sendable, Equatable {
  public var filter: ConversationFilter
  public var earlier: [ConversationFilter]

  public init(_ filter: ConversationFilter, earlier: [ConversationFilter] = []) {
    self.filter = filter
    self.earlier = earlier
  }
}

/// Which conversations a job is for.
public struct Selection: Sendable, Equatable {
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

  public static let everything = Selection()
}

/// The conversations of one job: those that its selection matches and no earlier job's does.
public struct JobScope: Sendable, Equatable {
  public var selection: Selection
  public var earlier: [Selection]

  public init(_ selection: Selection, earlier: [Selection] = []) {
    self.selection = selection
    self.earlier = earlier
  }
}

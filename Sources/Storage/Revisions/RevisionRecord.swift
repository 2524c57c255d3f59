/// What is known of a revision besides what it decides; times in microseconds since 1970.
public struct RevisionRecord: Sendable, Equatable {
  public enum State: String, Sendable, CaseIterable {
    /// Readers get it, unless one with a higher number is live, too.
    case live
    /// Written to be looked at: readers do not get it.
    case shadow
    case rolledBack = "rolled_back"
  }

  public var revision: Int32
  public var state: State
  public var createdAt: Int64
  public var run: Int64?
  public var job: String?
  public var rolledBackAt: Int64?
  public var rolledBackBy: String?
  public var rolledBackReason: String?
}

public import Compaction

/// What planning needs of a conversation's revisions.
public struct StoredRevision: Sendable {
  /// The highest number given so far, rolled back or not.
  public var highest: Int32
  /// The latest live one.
  public var live: Live?

  public struct Live: Sendable {
    public var revision: Int32
    public var overlay: Overlay
    public var policy: [UInt8]
    public var summaryText: String?
    /// Who counted the summary and the short forms; nil if no record says.
    public var tokenizer: String?

    public init(revision: Int32, overlay: Overlay, policy: [UInt8], summaryText: String?, tokenizer: String? = nil) {
      self.revision = revision
      self.overlay = overlay
      self.policy = policy
      self.summaryText = summaryText
      self.tokenizer = tokenizer
    }
  }

  public init(highest: Int32, live: Live?) {
    self.highest = highest
    self.live = live
  }
}

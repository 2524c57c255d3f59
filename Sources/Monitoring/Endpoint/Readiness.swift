/// Whether the process can do its work.
public enum Readiness: Sendable, Hashable {
  case ready
  /// Why not, in words that anybody may read: no secrets, no conversations.
  case notReady(String)
}

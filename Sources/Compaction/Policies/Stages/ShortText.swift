/// What stays of a text that a stage clears: `leave` in job files.
public enum ShortText: Sendable, Hashable {
  /// Words that say how much stood there.
  case placeholder
  /// So many characters of its beginning and of its end.
  case headAndTail(head: Int, tail: Int)
  /// The identifiers, numbers and names in it, at most so many.
  case digest(atMost: Int)
}

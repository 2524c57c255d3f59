public import Compaction

extension NextLook {
  /// A history that a summary left above its trigger is due again with its next entry, and each look would buy a
  /// summary that gains little: it waits until the conversation has grown by a tenth.
  ///
  /// - Parameter entries: How many the conversation has.
  public func afterSummary(of entries: Int) -> NextLook {
    guard let next = self.entries, next <= entries + 1 else { return self }
    var later = self
    later.entries = Self.grown(from: entries)
    return later
  }

  /// How many entries a conversation has once it has grown by a tenth: after a refused summary each of its appends would
  /// otherwise buy another refusal.
  public static func grown(from entries: Int) -> Int { entries + max(8, entries / 10) }
}

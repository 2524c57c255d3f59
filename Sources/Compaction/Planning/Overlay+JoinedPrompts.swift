import Transcripts

extension Overlay {
  /// Positions of kept prompts that stand directly behind another prompt only because what stood between them is gone.
  ///
  /// A reader that wants strict alternation merges each into the prompt before it. Prompts that came side by side are
  /// left as they came, and instructions between two prompts keep them apart.
  public func joinedPrompts(in snapshot: Snapshot) -> [Int32] {
    var joined: [Int32] = []
    var previous: EntryHeader?
    var somethingIsGone = false
    var ranges = self.ranges[...]
    for header in snapshot.headers {
      while let range = ranges.first, range.range.last < header.position { ranges.removeFirst() }
      let isKept =
        header.position > coversThrough || ranges.first?.disposition == .kept || ranges.first?.disposition == .replaced
      guard isKept else {
        somethingIsGone = true
        continue
      }
      if somethingIsGone, header.kind == .prompt, let last = previous, last.kind == .prompt,
        last.message != header.message
      {
        joined.append(header.position)
      }
      previous = header
      somethingIsGone = false
    }
    return joined
  }
}

/// Pairs that could be merged, the lowest rank first, and the leftmost among those of equal rank.
struct CandidateHeap {
  /// The rank in the upper half, the start in the lower.
  private var entries: [UInt64] = []

  /// Adds without order: ``order(_:)`` has to follow.
  mutating func append(rank: UInt32, start: Int) { entries.append(Self.entry(rank, start)) }

  mutating func order(_ steps: inout Int) {
    for index in stride(from: entries.count / 2 - 1, through: 0, by: -1) { sink(index, &steps) }
  }

  mutating func insert(rank: UInt32, start: Int, _ steps: inout Int) {
    let entry = Self.entry(rank, start)
    entries.append(entry)
    var index = entries.count - 1
    while index > 0, entries[(index - 1) / 2] > entry {
      entries[index] = entries[(index - 1) / 2]
      index = (index - 1) / 2
      steps += 1
    }
    entries[index] = entry
  }

  mutating func removeLowest(_ steps: inout Int) -> (rank: UInt32, start: Int)? {
    guard let lowest = entries.first else { return nil }
    let last = entries.removeLast()
    if !entries.isEmpty {
      entries[0] = last
      sink(0, &steps)
    }
    return (UInt32(truncatingIfNeeded: lowest >> 32), Int(UInt32(truncatingIfNeeded: lowest)))
  }

  private mutating func sink(_ start: Int, _ steps: inout Int) {
    let entry = entries[start]
    var index = start
    while true {
      var child = index * 2 + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1] < entries[child] { child += 1 }
      guard entries[child] < entry else { break }
      entries[index] = entries[child]
      index = child
      steps += 1
    }
    entries[index] = entry
  }

  private static func entry(_ rank: UInt32, _ start: Int) -> UInt64 {
    UInt64(rank) << 32 | UInt64(UInt32(truncatingIfNeeded: start))
  }
}

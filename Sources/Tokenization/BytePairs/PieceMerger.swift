/// Merges the bytes of a piece that is no token itself: again and again the two neighbours whose joined bytes have
/// the lowest rank, the leftmost among equals, until none are joined by a token.
///
/// Short pieces look for the lowest rank one by one. Longer ones keep the candidates in a heap, since their number of
/// steps must not grow with the square of the length.
package struct PieceMerger {
  /// The longest piece whose lowest rank is looked for one by one.
  package static let longestShort = 48

  let vocabulary: Vocabulary
  /// Ranks looked up or compared, and entries of the heap moved: the work, which tests bound.
  package private(set) var steps = 0
  /// Where each part begins, after ``merge(_:count:)``.
  package private(set) var starts: [Int32] = []
  private var ranks: [UInt32] = []
  private var heap = CandidateHeap()
  private var previous: [Int32] = []
  private var next: [Int32] = []

  package init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

  /// Splits the piece into tokens.
  ///
  /// - Parameter count: from 1 to 2^31 - 1.
  /// - Returns: how many tokens there are.
  package mutating func merge(_ piece: UnsafePointer<UInt8>, count: Int) -> Int {
    count <= Self.longestShort ? mergeShort(piece, count) : mergeLong(piece, count)
  }

  // MARK: Short pieces

  private mutating func mergeShort(_ piece: UnsafePointer<UInt8>, _ count: Int) -> Int {
    let vocabulary = vocabulary
    // The parts' starts and the rank of each with the one behind it, with room for the piece's end.
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: count + 1) { starts in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: count + 1) { ranks in
        for index in 0...count {
          starts[index] = Int32(truncatingIfNeeded: index)
          ranks[index] =
            index &+ 1 < count ? vocabulary.rank(of: piece[index], piece[index &+ 1]) : Vocabulary.none
        }
        steps &+= count
        var parts = count
        while true {
          var lowest = Vocabulary.none
          var place = 0
          for index in 0..<parts where ranks[index] < lowest {
            lowest = ranks[index]
            place = index
          }
          if lowest == Vocabulary.none { break }
          for index in (place &+ 1)..<parts {
            starts[index] = starts[index &+ 1]
            ranks[index] = ranks[index &+ 1]
          }
          parts &-= 1
          @inline(__always) func rank(from first: Int, to last: Int) -> UInt32 {
            guard last <= parts else { return Vocabulary.none }
            let start = Int(starts[first])
            return vocabulary.rank(of: piece + start, count: Int(starts[last]) &- start)
          }
          ranks[place] = rank(from: place, to: place &+ 2)
          if place > 0 { ranks[place &- 1] = rank(from: place &- 1, to: place &+ 1) }
          steps &+= parts &+ 2
        }
        self.starts.removeAll(keepingCapacity: true)
        self.starts.append(contentsOf: starts[..<parts])
        return parts
      }
    }
  }

  // MARK: Long pieces

  private mutating func mergeLong(_ piece: UnsafePointer<UInt8>, _ count: Int) -> Int {
    precondition(count < Int32.max, "a piece of 2^31 bytes or more")
    // Linked by their starts: a part reaches to the next one's start.
    previous = (0..<Int32(count)).map { $0 - 1 }
    next = (0..<Int32(count)).map { $0 + 1 }
    ranks = [UInt32](repeating: Vocabulary.none, count: count)
    for index in 0..<count - 1 {
      let rank = vocabulary.rank(of: piece[index], piece[index + 1])
      ranks[index] = rank
      if rank != Vocabulary.none { heap.append(rank: rank, start: index) }
    }
    steps += count
    heap.order(&steps)
    var parts = count
    while let (rank, start) = heap.removeLowest(&steps) {
      // Since this candidate came into the heap one of its parts may have been joined to another.
      guard ranks[start] == rank else { continue }
      let joined = Int(next[start])
      let behind = next[joined]
      next[start] = behind
      ranks[joined] = Vocabulary.none
      if behind < count { previous[Int(behind)] = Int32(start) }
      parts -= 1
      rankAgain(start, piece, count)
      if previous[start] >= 0 { rankAgain(Int(previous[start]), piece, count) }
    }
    starts.removeAll(keepingCapacity: true)
    var start = 0 as Int32
    while start < count {
      starts.append(start)
      start = next[Int(start)]
    }
    forgetLargeBuffers()
    return parts
  }

  /// Looks up the part that begins here together with the one behind it.
  private mutating func rankAgain(_ start: Int, _ piece: UnsafePointer<UInt8>, _ count: Int) {
    let behind = Int(next[start])
    guard behind < count else {
      ranks[start] = Vocabulary.none
      return
    }
    let rank = vocabulary.rank(of: piece + start, count: Int(next[behind]) - start)
    steps += 1
    ranks[start] = rank
    if rank != Vocabulary.none { heap.insert(rank: rank, start: start, &steps) }
  }

  /// One huge piece must not hold its memory for ever.
  private mutating func forgetLargeBuffers() {
    guard ranks.count > 1 << 16 else { return }
    (ranks, previous, next, heap) = ([], [], [], CandidateHeap())
  }
}

/// Parts of a summary that are merged, run by run, until one is left.
///
/// Runs have a fixed length and are taken from the start: all but the last of each level stay the same as parts are
/// added, and so do their summaries.
struct FoldTree: Sendable {
  /// Where a part stands: level 0 has the chunks of the source.
  struct Place: Sendable, Hashable {
    var level: Int
    var index: Int
  }

  enum Part: Sendable, Equatable {
    /// What a model wrote.
    case summary(String)
    /// Source that is too short to be worth a request of its own.
    case verbatim(String)
  }

  private let fanIn: Int
  private var levels: [[Part?]] = [[]]
  /// The places whose runs were given out.
  private var merged: Set<Place> = []
  private var isClosed = false

  /// - Precondition: `fanIn` is at least 2.
  init(fanIn: Int) {
    precondition(fanIn >= 2, "a run of \(fanIn) merges nothing")
    self.fanIn = fanIn
  }

  /// The one part that is left, once every part is known.
  var root: Part? {
    guard isClosed, let level = levels.firstIndex(where: { $0.count == 1 }) else { return nil }
    return levels[level][0]
  }

  /// A place for the next part of the source.
  mutating func addLeaf() -> Place {
    levels[0].append(nil)
    return Place(level: 0, index: levels[0].count - 1)
  }

  /// Fills a place, and returns the runs that can be merged by it, with the place of what they become.
  mutating func set(_ part: Part, at place: Place) -> [(place: Place, parts: [Part])] {
    levels[place.level][place.index] = part
    return merge(level: place.level, run: place.index / fanIn).map { [$0] } ?? []
  }

  /// Says that no leaf follows, and returns the runs that can be merged by it.
  mutating func close() -> [(place: Place, parts: [Part])] {
    isClosed = true
    var runs: [(place: Place, parts: [Part])] = []
    var level = 0
    while levels[level].count > 1 {
      let count = (levels[level].count + fanIn - 1) / fanIn
      grow(level + 1, to: count)
      if let run = merge(level: level, run: count - 1) { runs.append(run) }
      level += 1
    }
    return runs
  }

  private mutating func merge(level: Int, run: Int) -> (place: Place, parts: [Part])? {
    let count = levels[level].count
    let range = run * fanIn..<min((run + 1) * fanIn, count)
    guard range.count == fanIn || isClosed, !(isClosed && count == 1) else { return nil }
    let parts = levels[level][range].compactMap { $0 }
    guard parts.count == range.count else { return nil }
    let parent = Place(level: level + 1, index: run)
    guard merged.insert(parent).inserted else { return nil }
    grow(parent.level, to: run + 1)
    guard parts.count == 1 else { return (parent, parts) }
    levels[parent.level][parent.index] = parts[0]
    return merge(level: parent.level, run: run / fanIn)
  }

  private mutating func grow(_ level: Int, to count: Int) {
    if level == levels.count { levels.append([]) }
    while levels[level].count < count { levels[level].append(nil) }
  }
}

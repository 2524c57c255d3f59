public import Compaction

extension Snapshot {
  /// The positions at which a chunk may begin: no group and no message has entries on both sides.
  public var chunkStarts: Set<Int32> {
    let rules = CutPoints(of: self).rules
    var starts: Set<Int32> = []
    for (index, header) in headers.enumerated()
    where rules[index].isSuperset(of: [.toolPairing, .messageIntegrity]) {
      starts.insert(header.position)
    }
    return starts
  }
}

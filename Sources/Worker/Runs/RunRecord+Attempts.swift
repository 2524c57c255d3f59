import Compaction
public import Storage
import Transcripts

extension RunRecord {
  /// Attempts at a conversation.
  public var attempts: Int64 {
    let counts = (try? JSON(parsing: self.counts)) ?? .null
    return Outcome.allCases.reduce(0) { $0 + Int64(counts[$1.rawValue]?.int ?? 0) }
  }

  /// Conversations that were looked at: an attempt that lost its claim is made again by whoever took it, and what was
  /// attempted twice is there once.
  public var lookedAt: Int64 {
    let counts = (try? JSON(parsing: self.counts)) ?? .null
    let looked = attempts - Int64(counts[Outcome.lostLease.rawValue]?.int ?? 0)
    return total.map { min(looked, $0) } ?? looked
  }
}

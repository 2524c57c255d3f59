import Compaction
public import Storage
import Transcripts

extension RunRecord {
  /// Attempts at a conversation.
  public var attempts: Int64 {
    let counts = (try? JSON(parsing: self.counts)) ?? .null
    return Outcome.allCases.reduce(0) { $0 + Int64(counts[$1.rawValue]?.int ?? 0) }
  }
}

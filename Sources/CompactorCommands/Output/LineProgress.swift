import FoundationEssentials

/// How far a file has been read: one line that is written over on a terminal, nothing elsewhere.
struct LineProgress {
  private let what: String
  private let total: Int?
  private let console: Console
  private var shown = 0
  /// Bytes between two lines.
  private let step: Int

  init(what: String, total: Int?, _ console: Console) {
    self.what = what
    self.total = total
    self.console = console
    step = max((total ?? 0) / 20, 16 << 20)
  }

  mutating func advance(to bytes: Int) {
    guard bytes - shown >= step else { return }
    shown = bytes
    // A file that grows while it is read has no share that could be told.
    let share = total.map { $0 >= bytes ? ", \(bytes * 100 / $0) %" : "" } ?? ""
    console.errors("\(what): \(grouped(bytes >> 20)) MB read\(share)")
  }
}

import Transcripts

/// One element of a history as it is read.
public enum HistoryElement<Entry> {
  /// An entry as it came.
  case entry(Entry)
  /// An entry that the overlay gives a shorter form.
  case replaced(Entry)
  /// The summary, in the place of what it covers.
  case summary(Overlay.Summary)
}

extension HistoryElement: Sendable where Entry: Sendable {}
extension HistoryElement: Equatable where Entry: Equatable {}

extension Overlay {
  /// What became of an entry; what no range names is kept, and so is everything after ``coversThrough``.
  public func disposition(of position: Int32) -> Disposition {
    guard position <= coversThrough else { return .kept }
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].range.last < position { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].range.contains(position) else { return .kept }
    return ranges[low].disposition
  }

  /// The ranges with a disposition, those side by side joined.
  public func ranges(_ disposition: Disposition) -> [PositionRange] {
    var joined: [PositionRange] = []
    for (index, range) in ranges.enumerated() where range.disposition == disposition {
      if index > 0, ranges[index - 1].disposition == disposition {
        joined[joined.count - 1].last = range.range.last
      } else {
        joined.append(range.range)
      }
    }
    return joined
  }

  /// The history: what the overlay leaves of the entries, its summary, and every entry after it.
  ///
  /// - Parameters:
  ///   - entries: of the active branch, in order of position.
  ///   - position: the position of an entry.
  public func history<Entry>(
    of entries: some Sequence<Entry>, position: (Entry) -> Int32
  ) -> [HistoryElement<Entry>] {
    var history: [HistoryElement<Entry>] = []
    var next = 0
    var unplaced = summary
    for entry in entries {
      let position = position(entry)
      while next < ranges.count, ranges[next].range.last < position { next += 1 }
      var disposition = Disposition.kept
      if position <= coversThrough, next < ranges.count, ranges[next].range.contains(position) {
        disposition = ranges[next].disposition
      }
      guard disposition == .kept || disposition == .replaced else { continue }
      if let summary = unplaced, position >= summary.before {
        history.append(.summary(summary))
        unplaced = nil
      }
      history.append(disposition == .kept ? .entry(entry) : .replaced(entry))
    }
    if let summary = unplaced { history.append(.summary(summary)) }
    return history
  }

  /// How large the history is, the entries after the overlay included.
  ///
  /// - Parameters:
  ///   - snapshot: Every header of the active branch.
  ///   - overlay: `nil` for a conversation without a revision.
  public static func size(of snapshot: Snapshot, under overlay: Overlay?) -> HistorySize {
    var size = HistorySize()
    var promptMessage: Int32?
    let overlay = overlay ?? Overlay(ranges: [], summary: nil, coversThrough: 0)
    var forms = overlay.shortForms[...]
    for element in overlay.history(of: snapshot.headers, position: \.position) {
      size.entries += 1
      switch element {
      case .summary(let summary): size.tokens += Int(summary.tokens)
      case .entry(let header), .replaced(let header):
        while let form = forms.first, form.position < header.position { forms.removeFirst() }
        let form = forms.first.flatMap { $0.position == header.position ? $0.tokens : nil }
        size.tokens += Int(form ?? header.tokens)
        size.toolCalls += header.callsMade
        if header.kind == .prompt, header.message != promptMessage {
          promptMessage = header.message
          size.turns += 1
        }
      }
    }
    return size
  }
}

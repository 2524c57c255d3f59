import Transcripts

/// The history of one conversation while its plan is made: a decision for each entry, in flat arrays that are reused
/// from one conversation to the next.
struct WorkingHistory: Sendable {
  /// A disposition with who decided it.
  struct Decision: Sendable {
    var disposition: Disposition
    var stage: String?
    var revision: Int32
    /// The stage of this plan that decided, or -1 for an earlier revision and for what is kept.
    var stageIndex: Int

    var isPresent: Bool { disposition == .kept || disposition == .replaced }
  }

  /// The first is `kept`.
  private(set) var decisions: [Decision] = []
  /// For each entry, an index into ``decisions``.
  private(set) var decisionOfEntry: [Int32] = []
  /// For each entry, what it costs in the form in which it is read.
  private var tokensOfEntry: [Int32] = []
  /// What a reader of the history gets, by the decisions taken so far.
  private(set) var size = HistorySize()
  /// The whole conversation.
  private(set) var appended = HistorySize()
  var summary: Overlay.Summary?

  var groups = Groups()
  var cuts = CutPoints()
  /// For each group, whether no stage may touch it.
  var isLocked: [Bool] = []
  /// For each group: room for a stage to mark what it wants to remove.
  var isMarked: [Bool] = []
  /// For each turn, whether its prompt and its answers stay because something else of it does.
  var isFramed: [Bool] = []

  /// Takes over the decisions of the previous revision; entries that it does not know are kept.
  mutating func load(_ input: PlanningInput) {
    let headers = input.snapshot.headers
    decisions.removeAll(keepingCapacity: true)
    decisions.append(Decision(disposition: .kept, stage: nil, revision: input.revision, stageIndex: -1))
    decisionOfEntry.removeAll(keepingCapacity: true)
    decisionOfEntry.reserveCapacity(headers.count)
    tokensOfEntry.removeAll(keepingCapacity: true)
    tokensOfEntry.reserveCapacity(headers.count)
    size = HistorySize()
    appended = HistorySize()
    summary = input.previous?.summary

    let ranges = input.previous?.ranges ?? []
    var next = 0
    var decided = -1
    var promptMessage: Int32?
    var forms = (input.previous?.shortForms ?? [])[...]
    for header in headers {
      while next < ranges.count, ranges[next].range.last < header.position { next += 1 }
      var decision: Int32 = 0
      if next < ranges.count, ranges[next].range.first <= header.position, ranges[next].disposition != .kept {
        if decided != next {
          decided = next
          let range = ranges[next]
          decisions.append(
            Decision(disposition: range.disposition, stage: range.stage, revision: range.revision, stageIndex: -1))
        }
        decision = Int32(decisions.count - 1)
      }
      decisionOfEntry.append(decision)
      var read = header
      if decision > 0, decisions[Int(decision)].disposition == .replaced {
        while let form = forms.first, form.position < header.position { forms.removeFirst() }
        if let form = forms.first, form.position == header.position { read.tokens = form.tokens }
      }
      tokensOfEntry.append(read.tokens)

      var turns = 0
      if header.kind == .prompt, header.message != promptMessage {
        promptMessage = header.message
        turns = 1
      }
      appended.entries += 1
      appended.turns += turns
      appended.tokens += Int(header.tokens)
      if decision == 0 || decisions[Int(decision)].isPresent { size.add(read, turns: turns) }
    }
    if let summary {
      size.entries += 1
      size.tokens += Int(summary.tokens)
    }
  }

  /// Whether the entry is still in the history.
  func isPresent(_ index: Int) -> Bool {
    let decision = decisionOfEntry[index]
    return decision == 0 || decisions[Int(decision)].isPresent
  }

  /// Whether the entry is in the history in the form in which it was appended.
  func isAsItCame(_ index: Int) -> Bool { decisionOfEntry[index] == 0 }

  /// What the entry costs in the form in which it is read.
  func tokens(_ index: Int) -> Int { Int(tokensOfEntry[index]) }

  /// Whether a stage may remove the entry: it is there and nothing locks it.
  func isRemovable(_ index: Int) -> Bool {
    isPresent(index) && !isLocked[Int(groups.groupOfEntry[index])]
  }

  /// Makes the decision that ``remove(_:_:decision:)`` and ``replace(_:tokens:decision:)`` then take for entries.
  mutating func addDecision(_ disposition: Disposition, stage: String, revision: Int32, stageIndex: Int) -> Int32 {
    decisions.append(Decision(disposition: disposition, stage: stage, revision: revision, stageIndex: stageIndex))
    return Int32(decisions.count - 1)
  }

  /// Takes an entry out of the history.
  mutating func remove(_ index: Int, _ header: EntryHeader, decision: Int32) {
    decisionOfEntry[index] = decision
    size.entries -= 1
    size.tokens -= tokens(index)
    size.toolCalls -= header.callsMade
    if isTurnStart(index, header) { size.turns -= 1 }
  }

  /// Puts a short form of so many tokens in the place of an entry.
  mutating func replace(_ index: Int, tokens: Int32, decision: Int32) {
    decisionOfEntry[index] = decision
    size.tokens -= Int(tokensOfEntry[index]) - Int(tokens)
    tokensOfEntry[index] = tokens
  }

  /// Whether a turn begins with the entry.
  func isTurnStart(_ index: Int, _ header: EntryHeader) -> Bool {
    header.kind == .prompt && groups.group(ofEntry: index).first == index
  }

  /// Takes the summary out of the history, where there is one.
  mutating func removeSummary() {
    guard let removed = summary else { return }
    summary = nil
    size.entries -= 1
    size.tokens -= Int(removed.tokens)
  }

  mutating func addSummary(tokens: Int) {
    summary = Overlay.Summary(before: 0, tokens: Int32(clamping: tokens))
    size.entries += 1
    size.tokens += tokens
  }

  /// The first of the `count` newest turns that are still in the history; everything from it on is among them.
  /// The stretch before the first prompt is the oldest turn.
  func firstOfNewestTurns(_ count: Int) -> Int32 {
    guard count > 0 else { return .max }
    var left = count
    for turn in stride(from: groups.turnStarts.count, through: 1, by: -1)
    where isPresent(Int(groups.turnStarts[turn - 1])) {
      left -= 1
      if left == 0 { return Int32(turn) }
    }
    return 0
  }
}

extension HistorySize {
  fileprivate mutating func add(_ header: EntryHeader, turns: Int) {
    entries += 1
    self.turns += turns
    tokens += Int(header.tokens)
    toolCalls += header.callsMade
  }
}

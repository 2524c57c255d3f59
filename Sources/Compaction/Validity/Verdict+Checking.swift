import Transcripts

extension Verdict {
  /// Judges the history that an overlay leaves of a snapshot; without one, the snapshot as it is.
  ///
  /// Written apart from the planner and its groups, so that a mistake in those shows here.
  public init(of snapshot: Snapshot, under overlay: Overlay? = nil) {
    var check = HistoryCheck(snapshot)
    var summary = overlay?.summary
    let ranges = overlay?.ranges ?? []
    let end = overlay?.coversThrough ?? 0
    check.checkOrder(of: ranges)
    var next = 0
    for index in snapshot.headers.indices {
      let header = snapshot.headers[index]
      var disposition = Disposition.kept
      if header.position <= end {
        while next < ranges.count, ranges[next].range.last < header.position { next += 1 }
        if next < ranges.count, ranges[next].range.contains(header.position) {
          disposition = ranges[next].disposition
        } else {
          check.report(.undecided, at: header.position)
        }
      }
      if disposition == .covered, overlay?.summary == nil {
        check.report(.coveredWithoutSummary, at: header.position)
      }
      guard disposition == .kept || disposition == .replaced else {
        if header.kind == .instructions { check.report(.instructionsRemoved, at: header.position) }
        continue
      }
      if let place = summary?.before, header.position >= place {
        check.readPrompt(at: place)
        summary = nil
      }
      check.read(header, at: index)
    }
    self.init(violations: check.end())
  }
}

/// Reads a history from front to back as its receiver would.
private struct HistoryCheck {
  /// The message that results may follow.
  private struct AssistantMessage {
    var ordinal: Int32
    var position: Int32
    /// Of its last entry in the snapshot.
    var index = 0
    var isOnlyReasoning = true
    var hasText = false
    var hasCalls = false
  }

  private enum Speaker { case nobody, user, assistant }

  private let snapshot: Snapshot
  private var violations: [Violation] = []

  private var message: AssistantMessage?
  private var callsPosition: Int32 = 0
  // By call id + 1: calls of the last assistant message that wait for a result, and such calls of any message.
  private var waiting: [Int32]
  private var unanswered: [Int32]
  /// Which slots of ``waiting`` are not 0, perhaps.
  private var waitingSlots: [Int] = []

  private var sawOther = false
  private var lastSpeaker = Speaker.nobody
  /// Calls or results stand between the last prompt or answer and here.
  private var sawRound = false

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
    waiting = Array(repeating: 0, count: snapshot.callIDs.count + 1)
    unanswered = waiting
  }

  mutating func report(_ rule: Violation.Rule, at position: Int32) {
    violations.append(Violation(rule, at: position))
  }

  mutating func checkOrder(of ranges: [DispositionRange]) {
    for (before, after) in zip(ranges, ranges.dropFirst()) where after.range.first <= before.range.last {
      report(.decidedTwice, at: after.range.first)
    }
  }

  mutating func read(_ header: EntryHeader, at index: Int) {
    if header.flags.contains(.illFormed) { report(.illFormed, at: header.position) }
    switch header.kind {
    case .instructions:
      endMessage()
      endRound()
      if header.flags.contains(.blank) { report(.blank, at: header.position) }
    case .prompt:
      readPrompt(at: header.position)
      if header.flags.contains(.blank) { report(.blank, at: header.position) }
    case .toolOutput:
      endMessage()
      begin(with: .assistant, at: header.position)
      readResult(header)
      sawRound = true
    case .reasoning, .response, .toolCalls:
      readAssistant(header, at: index)
    }
  }

  mutating func readPrompt(at position: Int32) {
    endMessage()
    endRound()
    begin(with: .user, at: position)
    if sawRound {
      report(.promptAfterCalls, at: position)
      if lastSpeaker == .user { report(.promptAfterPrompt, at: position) }
    }
    lastSpeaker = .user
    sawRound = false
  }

  mutating func end() -> [Violation] {
    let endsWithCalls = message?.hasCalls ?? false
    endMessage()
    if !endsWithCalls { endRound() }
    if !sawOther { report(.onlyInstructions, at: 0) }
    violations.sort { ($0.position, $0.rule.rawValue) < ($1.position, $1.rule.rawValue) }
    return violations
  }

  private mutating func begin(with speaker: Speaker, at position: Int32) {
    if !sawOther, speaker != .user { report(.doesNotBeginWithPrompt, at: position) }
    sawOther = true
  }

  private mutating func readAssistant(_ header: EntryHeader, at index: Int) {
    // Reasoning in a message of its own leads to what came directly after it, not to what stands there now.
    if let open = message, open.ordinal != header.message, !open.isOnlyReasoning || open.index != index - 1 {
      endMessage()
    }
    if message == nil {
      endRound()
      begin(with: .assistant, at: header.position)
      message = AssistantMessage(ordinal: header.message, position: header.position)
    }
    message!.ordinal = header.message
    message!.index = index
    switch header.kind {
    case .response:
      if header.flags.contains(.blank) { report(.blank, at: header.position) }
      message!.isOnlyReasoning = false
      message!.hasText = true
    case .toolCalls:
      message!.isOnlyReasoning = false
      message!.hasCalls = message!.hasCalls || header.callCount > 0
      callsPosition = header.position
      for call in snapshot.calls(of: header) {
        let slot = Int(call.id) + 1
        waiting[slot] += 1
        unanswered[slot] += 1
        waitingSlots.append(slot)
      }
    default: break
    }
  }

  private mutating func endMessage() {
    guard let ended = message else { return }
    message = nil
    if ended.hasCalls {
      sawRound = true
      return
    }
    if !ended.hasText { report(.blank, at: ended.position) }
    if lastSpeaker == .assistant { report(.answerAfterAnswer, at: ended.position) }
    lastSpeaker = .assistant
    sawRound = false
  }

  private mutating func readResult(_ header: EntryHeader) {
    let slot = Int(snapshot.calls(of: header).first?.id ?? -1) + 1
    if waiting[slot] > 0 {
      waiting[slot] -= 1
      unanswered[slot] -= 1
    } else if unanswered[slot] > 0 {
      unanswered[slot] -= 1
      report(.resultOutOfPlace, at: header.position)
    } else {
      report(.resultWithoutCall, at: header.position)
    }
  }

  /// No results can follow the last calls any more.
  private mutating func endRound() {
    for slot in waitingSlots {
      if waiting[slot] > 0 { report(.callWithoutResult, at: callsPosition) }
      waiting[slot] = 0
    }
    waitingSlots.removeAll(keepingCapacity: true)
  }
}

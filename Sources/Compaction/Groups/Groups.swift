import Transcripts

/// The groups and turns of a snapshot, found in one pass.
///
/// A result answers the nearest earlier call with its id that no other result has answered; within one message the
/// earliest. So ids may repeat in every turn, be all equal or be missing. What is appended later never moves an
/// entry to another group, but late results join the group of their call, and reasoning that stood at the very end
/// joins the assistant message that follows it.
///
/// A call is dead once a prompt after it has been answered: every dialect wants results directly after their calls, so
/// that no history with a result that came later could be sent, and the model went on without it. A result that comes
/// after that answers nothing. So whether a call is dead never changes, and waiting for it never ends a conversation's
/// compaction.
public struct Groups: Sendable {
  /// In order of their first entries.
  public private(set) var all: [Group] = []
  /// For each entry, the index of its group in ``all``.
  public private(set) var groupOfEntry: [Int32] = []
  /// The index of the first prompt of each turn: turn `t` begins at `turnStarts[t - 1]`.
  public private(set) var turnStarts: [Int32] = []

  /// For each entry, the index in ``Snapshot/calls`` of the call that it answers, or -1.
  public private(set) var answeredCalls: [Int32] = []

  private var unanswered = UnansweredCalls()
  /// The newest turn in which the model is known to have answered: with a text in a message without calls.
  private var answeredTurn: Int32 = -1
  /// The last group with a text; whether it has calls shows when its message is over.
  private var lastText: Int32 = -1

  /// No groups yet; see ``find(in:)``.
  public init() {}

  /// The groups of a snapshot.
  public init(of snapshot: Snapshot) {
    find(in: snapshot)
  }

  /// The group of the entry at an index.
  public func group(ofEntry index: Int) -> Group { all[Int(groupOfEntry[index])] }

  /// The index in ``all`` of the first group of a turn; 0 is the stretch before the first prompt.
  public func firstGroup(ofTurn turn: Int32) -> Int {
    turn == 0 ? 0 : Int(groupOfEntry[Int(turnStarts[Int(turn) - 1])])
  }

  /// Replaces the contents by the groups of `snapshot`, reusing the storage.
  public mutating func find(in snapshot: Snapshot) {
    all.removeAll(keepingCapacity: true)
    groupOfEntry.removeAll(keepingCapacity: true)
    groupOfEntry.reserveCapacity(snapshot.headers.count)
    turnStarts.removeAll(keepingCapacity: true)
    answeredCalls.removeAll(keepingCapacity: true)
    answeredCalls.append(contentsOf: repeatElement(-1, count: snapshot.headers.count))
    unanswered.reset(for: snapshot)
    answeredTurn = -1
    lastText = -1

    var promptMessage: Int32?
    var promptGroup: Int32 = 0
    var assistant = AssistantMessage()
    for index in snapshot.headers.indices {
      let header = snapshot.headers[index]
      switch header.kind {
      case .instructions:
        begin(.instructions, at: index)
      case .prompt:
        if promptMessage == header.message {
          join(promptGroup, at: index)
        } else {
          turnStarts.append(Int32(index))
          promptGroup = begin(.prompt, at: index)
          promptMessage = header.message
        }
      case .reasoning, .response, .toolCalls:
        if assistant.admits(header, at: index) {
          join(assistant.group, at: index)
        } else {
          assistant = AssistantMessage(group: begin(.answer, at: index))
        }
        assistant.add(header, at: index)
        note(header, at: index, of: snapshot, in: assistant.group)
      case .toolOutput:
        closeText()
        let id = snapshot.calls(of: header).first?.id ?? -1
        // Where the newest call cannot be answered any more, no older one can.
        if let group = unanswered.nextGroup(id), all[Int(group)].turn >= answeredTurn,
          let call = unanswered.take(id)
        {
          join(group, at: index)
          all[Int(group)].answeredCount += 1
          answeredCalls[index] = call
        } else {
          begin(.orphan, at: index)
        }
      }
    }
    closeText()
    for group in all.indices where all[group].isUnanswered { all[group].isDead = all[group].turn < answeredTurn }
  }

  private mutating func closeText() {
    guard lastText >= 0 else { return }
    let group = all[Int(lastText)]
    if group.kind == .answer { answeredTurn = max(answeredTurn, group.turn) }
    lastText = -1
  }

  @discardableResult
  private mutating func begin(_ kind: Group.Kind, at index: Int) -> Int32 {
    let group = Int32(all.count)
    all.append(
      Group(kind: kind, first: Int32(index), last: Int32(index), anchor: Int32(index), turn: Int32(turnStarts.count)))
    groupOfEntry.append(group)
    return group
  }

  private mutating func join(_ group: Int32, at index: Int) {
    groupOfEntry.append(group)
    all[Int(group)].last = Int32(index)
  }

  private mutating func note(_ header: EntryHeader, at index: Int, of snapshot: Snapshot, in group: Int32) {
    switch header.kind {
    case .reasoning:
      all[Int(group)].hasReasoning = true
    case .toolCalls:
      all[Int(group)].add(calls: header.callCount, at: index)
      unanswered.add(header, of: snapshot, madeBy: group)
    case .response:
      // Most often it is the group's first entry, and nothing is to be written.
      let found = all[Int(group)]
      if found.anchor != Int32(index), found.kind != .calls { all[Int(group)].anchor = Int32(index) }
      guard group != lastText, !header.flags.contains(.blank) else { return }
      closeText()
      lastText = group
    default:
      break
    }
  }
}

/// The assistant message being read, which further entries may belong to.
private struct AssistantMessage {
  var group: Int32 = -1
  private var message: Int32 = .min
  private var isOnlyReasoning = true
  private var lastIndex = -2

  init() {}

  init(group: Int32) { self.group = group }

  /// Entries of the same message cannot be rendered apart; reasoning in a message of its own leads to what stands
  /// directly after it.
  func admits(_ header: EntryHeader, at index: Int) -> Bool {
    group >= 0 && (header.message == message || isOnlyReasoning && lastIndex == index - 1)
  }

  mutating func add(_ header: EntryHeader, at index: Int) {
    message = header.message
    lastIndex = index
    isOnlyReasoning = isOnlyReasoning && header.kind == .reasoning
  }
}

/// For each call id the calls without a result, the newest on top, as linked lists in flat arrays.
private struct UnansweredCalls: Sendable {
  // Indexed by id + 1, so that a missing id (-1) is an id like any other.
  private var newest: [Int32] = []
  // Indexed like the snapshot's calls.
  private var older: [Int32] = []
  private var maker: [Int32] = []

  mutating func reset(for snapshot: Snapshot) {
    newest.removeAll(keepingCapacity: true)
    newest.append(contentsOf: repeatElement(-1, count: snapshot.callIDs.count + 1))
    if older.count < snapshot.calls.count {
      older = Array(repeating: -1, count: snapshot.calls.count)
      maker = older
    }
  }

  mutating func add(_ header: EntryHeader, of snapshot: Snapshot, madeBy group: Int32) {
    // Backwards, so that the earliest call of a message is on top.
    for call in stride(from: Int(header.firstCall + header.callCount) - 1, through: Int(header.firstCall), by: -1) {
      let slot = Int(snapshot.calls[call].id) + 1
      older[call] = newest[slot]
      maker[call] = group
      newest[slot] = Int32(call)
    }
  }

  /// The group of the call that the next result with this id would answer; `nil` where none has no result.
  func nextGroup(_ id: Int32) -> Int32? {
    let call = newest[Int(id) + 1]
    return call < 0 ? nil : maker[Int(call)]
  }

  /// Takes the call that the next result with this id answers.
  mutating func take(_ id: Int32) -> Int32? {
    let call = newest[Int(id) + 1]
    guard call >= 0 else { return nil }
    newest[Int(id) + 1] = older[Int(call)]
    return call
  }
}

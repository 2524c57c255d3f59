import Transcripts

/// The rules that a place to cut must satisfy; each rule has its own set of places, and a legal cut is in all.
///
/// A cut at index `i` keeps the entries from `i` on and lets those before it go.
public struct CutRules: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// No group has entries on both sides.
  public static let toolPairing = CutRules(rawValue: 1 << 0)
  /// No message that cannot be rendered in two parts has entries on both sides.
  public static let messageIntegrity = CutRules(rawValue: 1 << 1)
  /// A turn begins here.
  public static let turnAlignment = CutRules(rawValue: 1 << 2)
  /// A group begins here within the last turn, whose prompt stays in any case.
  public static let groupOfLastTurn = CutRules(rawValue: 1 << 3)
  /// The tool loop of the last turn still begins with reasoning if it did before.
  public static let reasoningLoop = CutRules(rawValue: 1 << 4)

  /// What a cut between turns must satisfy.
  public static let betweenTurns: CutRules = [.toolPairing, .messageIntegrity, .turnAlignment]
  /// What a cut within the last turn must satisfy.
  public static let withinLastTurn: CutRules = [.toolPairing, .messageIntegrity, .groupOfLastTurn, .reasoningLoop]
}

/// Where a history may be cut.
///
/// The places depend on the snapshot alone, not on what was dropped from it, so that looking again finds the same.
public struct CutPoints: Sendable {
  /// For each entry, the rules that a cut right before it satisfies.
  public private(set) var rules: [CutRules] = []
  /// The legal cuts between turns, ascending; nothing is cut at index 0.
  public private(set) var betweenTurns: [Int32] = []
  /// The legal cuts within the last turn, or of the whole where there is no prompt, ascending; all are after those
  /// between turns.
  public private(set) var withinLastTurn: [Int32] = []
  /// What was found of the last turn.
  private(set) var lastTurn = LastTurn()

  /// No places yet; see ``find(in:groups:)``.
  public init() {}

  /// The places of a snapshot.
  public init(of snapshot: Snapshot) {
    find(in: snapshot, groups: Groups(of: snapshot))
  }

  /// Replaces the contents by the cuts of `snapshot`, reusing the storage.
  public mutating func find(in snapshot: Snapshot, groups: Groups) {
    rules.removeAll(keepingCapacity: true)
    rules.reserveCapacity(snapshot.headers.count)
    betweenTurns.removeAll(keepingCapacity: true)
    withinLastTurn.removeAll(keepingCapacity: true)

    lastTurn = LastTurn(of: snapshot, groups: groups)
    var reach: Int32 = -1
    var turn = 0
    for index in snapshot.headers.indices {
      let group = groups.group(ofEntry: index)
      var satisfied: CutRules = []
      if reach < index { satisfied.insert(.toolPairing) }
      if !Self.splitsMessage(snapshot, at: index) { satisfied.insert(.messageIntegrity) }
      if turn < groups.turnStarts.count, groups.turnStarts[turn] == index {
        turn += 1
        satisfied.insert(.turnAlignment)
      }
      if lastTurn.admits(group, at: index) { satisfied.insert(.groupOfLastTurn) }
      if !lastTurn.beginsWithReasoning || group.hasReasoning { satisfied.insert(.reasoningLoop) }
      reach = max(reach, group.last)
      rules.append(satisfied)
      guard index > 0 else { continue }
      if satisfied.isSuperset(of: .betweenTurns) {
        betweenTurns.append(Int32(index))
      } else if satisfied.isSuperset(of: .withinLastTurn) {
        withinLastTurn.append(Int32(index))
      }
    }
  }

  /// Prompts of one message cannot be rendered apart, nor can the parts of an assistant message.
  private static func splitsMessage(_ snapshot: Snapshot, at index: Int) -> Bool {
    guard index > 0 else { return false }
    let before = snapshot.headers[index - 1]
    let after = snapshot.headers[index]
    guard before.message == after.message else { return false }
    return before.kind == .prompt ? after.kind == .prompt : before.kind.isOfAssistant && after.kind.isOfAssistant
  }
}

extension EntryKind {
  /// Part of an assistant message.
  var isOfAssistant: Bool { self == .reasoning || self == .response || self == .toolCalls }
}

/// What a cut within the last turn must know of it.
struct LastTurn: Sendable {
  /// The index after its prompt, or 0 where there is no prompt at all.
  var start = 0
  /// No cut may be later: the last group of calls, the last answer and whatever stands at the very end stay.
  var end = 0
  var beginsWithReasoning = false

  init() {}

  init(of snapshot: Snapshot, groups: Groups) {
    start = groups.turnStarts.last.map { Int($0) + 1 } ?? 0
    end = snapshot.headers.count
    let turn = Int32(groups.turnStarts.count)
    let none = Int32(end)
    var lastCalls = none
    var lastAnswer = none
    var lastOfAll = none
    var sawAssistant = false
    for group in groups.all[groups.firstGroup(ofTurn: turn)...] {
      switch group.kind {
      case .instructions, .prompt: continue
      case .calls: lastCalls = group.first
      case .answer: lastAnswer = group.first
      case .orphan: break
      }
      if group.kind != .orphan, !sawAssistant {
        sawAssistant = true
        beginsWithReasoning = group.hasReasoning
      }
      lastOfAll = group.first
    }
    end = Int(min(lastCalls, lastAnswer, lastOfAll))
  }

  func admits(_ group: Group, at index: Int) -> Bool {
    index >= start && index <= end && group.first == index && group.kind != .instructions && group.kind != .prompt
  }
}

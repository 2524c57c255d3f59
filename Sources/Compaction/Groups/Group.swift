/// Entries that live or die together, by their indexes in ``Snapshot/headers``.
///
/// Its entries need not stand side by side: a result that came late belongs to the group of its call.
public struct Group: Sendable, Equatable {
  /// What holds a group together.
  public enum Kind: UInt8, Sendable {
    /// An entry of instructions, alone.
    case instructions
    /// The prompts of one message.
    case prompt
    /// An assistant message without calls, with the reasoning that leads to it.
    case answer
    /// Calls with every result that they got, the text of their message and the reasoning that leads to them.
    case calls
    /// A tool result that answers no call.
    case orphan
  }

  /// What holds it together.
  public var kind: Kind
  /// Whether reasoning is among its entries.
  public var hasReasoning = false
  /// A call has no result, and none that still came could answer it: see ``Groups``.
  public var isDead = false
  /// The index of the first and of the last entry; entries of other groups may stand between.
  public var first: Int32
  /// See ``first``.
  public var last: Int32
  /// The index of the entry that makes the group what it is, its calls say: others, reasoning say, may go before it.
  public var anchor: Int32
  /// The turn of the first entry: 0 before the first prompt, then from 1.
  public var turn: Int32
  /// How many calls it makes.
  public var callCount: Int32 = 0
  /// How many of them have their results.
  public var answeredCount: Int32 = 0

  /// Takes in an entry that makes calls.
  mutating func add(calls: Int32, at index: Int) {
    if kind != .calls { anchor = Int32(index) }
    kind = .calls
    callCount += calls
  }

  /// Every call has its result.
  public var isCompleted: Bool { callCount > 0 && answeredCount == callCount }
  /// A call has no result.
  public var isUnanswered: Bool { answeredCount < callCount }
  /// A call still waits for its result, so that nothing may be done to the group.
  public var isWaiting: Bool { isUnanswered && !isDead }
}

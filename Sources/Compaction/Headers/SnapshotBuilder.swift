/// Makes a snapshot entry by entry, giving every call id and tool name its number.
public struct SnapshotBuilder: Sendable {
  /// What was appended so far.
  public internal(set) var snapshot: Snapshot

  // Filled when first needed: a conversation whose headers come in one block never needs them.
  private var numberOfCallID: [UTF8Key: Int32]?
  private var numberOfTool: [UTF8Key: Int32]?

  /// Headers counted by the tokenizer of this name.
  public init(tokenizer: String) {
    self.init(continuing: Snapshot(tokenizer: tokenizer))
  }

  /// Goes on after the last header of a snapshot.
  public init(continuing snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// Appends a header; its ``EntryHeader/firstCall`` and ``EntryHeader/callCount`` are set here.
  ///
  /// - Parameters:
  ///   - header: The last of the conversation so far.
  ///   - calls: those made by a `toolCalls` entry, or the one that a `toolOutput` entry answers.
  public mutating func append(_ header: EntryHeader, calls: [(id: String?, tool: String?)] = []) {
    var header = header
    header.firstCall = calls.isEmpty ? 0 : Int32(snapshot.calls.count)
    header.callCount = Int32(calls.count)
    for call in calls {
      snapshot.calls.append(CallReference(id: number(ofCallID: call.id), tool: number(ofTool: call.tool)))
    }
    snapshot.headers.append(header)
  }

  /// The index in ``Snapshot/callIDs``, which is added where it is new; -1 for `nil`.
  mutating func number(ofCallID id: String?) -> Int32 {
    guard let id else { return -1 }
    let (number, isNew) = Self.number(of: id, in: snapshot.callIDs, known: &numberOfCallID)
    if isNew { snapshot.callIDs.append(id) }
    return number
  }

  mutating func number(ofTool name: String?) -> Int32 {
    guard let name else { return -1 }
    let (number, isNew) = Self.number(of: name, in: snapshot.toolNames, known: &numberOfTool)
    if isNew { snapshot.toolNames.append(name) }
    return number
  }

  /// The number of a name that is known, or the next one.
  private static func number(
    of name: String, in table: some Collection<String>, known: inout [UTF8Key: Int32]?
  ) -> (number: Int32, isNew: Bool) {
    if known == nil {
      known = Dictionary(table.enumerated().map { (UTF8Key($1), Int32($0)) }, uniquingKeysWith: { first, _ in first })
    }
    if let number = known?[UTF8Key(name)] { return (number, false) }
    let number = Int32(table.count)
    known?[UTF8Key(name)] = number
    return (number, true)
  }
}

/// A string that is equal only to the same bytes: ids that differ in normalization are different ids.
private struct UTF8Key: Hashable {
  let string: String

  init(_ string: String) { self.string = string }

  static func == (one: UTF8Key, other: UTF8Key) -> Bool {
    var (one, other) = (one.string, other.string)
    return one.withUTF8 { one in other.withUTF8 { one.elementsEqual($0) } }
  }

  func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

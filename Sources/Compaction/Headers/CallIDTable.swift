/// The call ids of a conversation, one after another in one piece of memory.
///
/// Planning tells calls apart by their numbers and hardly ever asks for an id: as strings, each would be an allocation
/// of its own for every conversation that is looked at.
public struct CallIDTable: Sendable, Equatable, RandomAccessCollection, ExpressibleByArrayLiteral {
  /// UTF-8.
  private var bytes: [UInt8] = []
  /// Where each id ends in ``bytes``.
  private var ends: [Int32] = []

  /// No ids.
  public init() {}

  /// These ids, in their order.
  public init(_ ids: some Sequence<String>) {
    for id in ids { append(id) }
  }

  /// These ids, in their order.
  public init(arrayLiteral ids: String...) { self.init(ids) }

  public var startIndex: Int { 0 }
  public var endIndex: Int { ends.count }

  /// The id with this number.
  public subscript(index: Int) -> String { String(decoding: bytes[range(of: index)], as: UTF8.self) }

  /// Gives the id the next number.
  public mutating func append(_ id: String) {
    bytes.append(contentsOf: id.utf8)
    ends.append(Int32(bytes.count))
  }

  private func range(of index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }
}

extension CallIDTable {
  mutating func reserve(ids: Int) { ends.reserveCapacity(ids) }

  /// - Returns: `false` if the bytes are not UTF-8; nothing is appended then.
  mutating func append(validating id: UnsafeRawBufferPointer) -> Bool {
    guard id.allSatisfy({ $0 < 0x80 }) || String(validating: id, as: UTF8.self) != nil else { return false }
    bytes.append(contentsOf: id)
    ends.append(Int32(bytes.count))
    return true
  }
}

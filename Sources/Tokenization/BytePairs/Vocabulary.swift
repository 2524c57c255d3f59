/// The tokens of a byte-pair encoding by their bytes: a token's rank is its id, and lower ranks merge first.
///
/// One flat arena holds the bytes of all tokens in the order of their ranks; an open-addressed table of eight bytes a
/// slot finds a rank by bytes, and a table of 65,536 finds those of two bytes, with which every merge begins.
///
/// `@unchecked Sendable`: what the pointers lead to is never written after the initializer.
public final class Vocabulary: @unchecked Sendable {
  /// What ``rank(of:count:)`` gives for bytes that are no token.
  package static let none = UInt32.max

  /// How many tokens there are.
  public let count: Int
  /// Bytes of the longest token.
  package let longest: Int

  private let arena: UnsafeMutablePointer<UInt8>
  /// Where each token begins in the arena, and, behind the last, where it ends.
  private let offsets: UnsafeMutablePointer<UInt32>
  /// A fingerprint in the upper half, the rank + 1 in the lower; 0 is free.
  private let slots: UnsafeMutablePointer<UInt64>
  private let mask: Int
  private let pairs: UnsafeMutablePointer<UInt32>

  /// - Parameters:
  ///   - bytes: the bytes of all tokens, in the order of their ranks.
  ///   - ends: where each token ends in them, ascending.
  /// - Throws: if a token is there twice, or some byte is no token: then not every text could be encoded. The line is
  ///   the rank + 1.
  init(bytes: [UInt8], ends: [UInt32]) throws(VocabularyError) {
    count = ends.count
    arena = .allocate(capacity: max(bytes.count, 1))
    offsets = .allocate(capacity: ends.count + 1)
    let capacity = Self.powerOfTwo(atLeast: ends.count * 2 + 1)
    slots = .allocate(capacity: capacity)
    pairs = .allocate(capacity: 65_536)
    mask = capacity - 1
    bytes.withUnsafeBufferPointer { [arena] source in
      if let base = source.baseAddress { arena.initialize(from: base, count: source.count) }
    }
    offsets.initialize(to: 0)
    slots.initialize(repeating: 0, count: capacity)
    pairs.initialize(repeating: Self.none, count: 65_536)
    var longest = 0
    for (rank, end) in ends.enumerated() {
      (offsets + rank + 1).initialize(to: end)
      longest = max(longest, Int(end - offsets[rank]))
    }
    self.longest = longest
    for rank in 0..<ends.count { try insert(UInt32(rank)) }
    for byte in 0...UInt8.max where self.rank(of: [byte]) == nil {
      throw VocabularyError(found: "no token for the byte \(byte)", expected: "one for each of the 256 bytes")
    }
  }

  deinit {
    arena.deallocate()
    offsets.deallocate()
    slots.deallocate()
    pairs.deallocate()
  }

  /// The rank of the token with these bytes, or nil.
  public func rank(of bytes: [UInt8]) -> UInt32? {
    let found = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { rank(of: $0, count: buffer.count) } ?? Self.none
    }
    return found == Self.none ? nil : found
  }

  /// The bytes of a token; nil for a rank that none has.
  public func bytes(of rank: UInt32) -> [UInt8]? {
    guard rank < count else { return nil }
    let start = Int(offsets[Int(rank)])
    return Array(UnsafeBufferPointer(start: arena + start, count: Int(offsets[Int(rank) + 1]) - start))
  }

  /// The rank of the token with these bytes, or ``none``.
  @inline(__always) package func rank(of bytes: UnsafePointer<UInt8>, count: Int) -> UInt32 {
    guard count <= longest else { return Self.none }
    let hash = ByteHash.hash(bytes, count: count)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while true {
      let entry = slots[slot]
      if entry == 0 { return Self.none }
      if (entry ^ hash) &>> 32 == 0 {
        let rank = UInt32(truncatingIfNeeded: entry) &- 1
        if isToken(rank, bytes, count) { return rank }
      }
      slot = (slot &+ 1) & mask
    }
  }

  /// The rank of the token of these two bytes, or ``none``.
  @inline(__always) func rank(of first: UInt8, _ second: UInt8) -> UInt32 {
    pairs[Int(first) << 8 | Int(second)]
  }

  @inline(__always) private func isToken(_ rank: UInt32, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let start = offsets[Int(rank)]
    guard Int(offsets[Int(rank) &+ 1] &- start) == count else { return false }
    return ByteHash.isEqual(arena + Int(start), bytes, count: count)
  }

  private func insert(_ rank: UInt32) throws(VocabularyError) {
    let start = Int(offsets[Int(rank)])
    let count = Int(offsets[Int(rank) + 1]) - start
    let bytes = UnsafePointer(arena + start)
    guard count > 0 else { throw VocabularyError(line: Int(rank) + 1, found: "no bytes", expected: "those of a token") }
    guard self.rank(of: bytes, count: count) == Self.none else {
      throw VocabularyError(line: Int(rank) + 1, found: "a token that is there already", expected: "another")
    }
    let hash = ByteHash.hash(bytes, count: count)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(rank + 1)
    if count == 2 { pairs[Int(bytes[0]) << 8 | Int(bytes[1])] = rank }
  }

  private static func powerOfTwo(atLeast number: Int) -> Int {
    var power = 1
    while power < number { power <<= 1 }
    return power
  }
}

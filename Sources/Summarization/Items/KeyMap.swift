/// A number for each of some hashes, which are spread well already and need not be hashed again.
struct KeyMap: Sendable {
  /// A power of two of them, 0 where there is none; at most half are taken.
  private var slots: [UInt64] = []
  private var values: [Int32] = []
  private var count = 0

  subscript(key: UInt64) -> Int? {
    guard !slots.isEmpty else { return nil }
    let key = Self.stored(key)
    var slot = start(of: key)
    while slots[slot] != 0 {
      if slots[slot] == key { return Int(values[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// - Precondition: The key has no value yet.
  mutating func add(_ key: UInt64, _ value: Int) {
    if count * 2 >= slots.count { grow() }
    let key = Self.stored(key)
    var slot = start(of: key)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = key
    values[slot] = Int32(value)
    count += 1
  }

  @inline(__always)
  private func start(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
  }

  /// 0 stands for no key.
  @inline(__always)
  private static func stored(_ key: UInt64) -> UInt64 { key == 0 ? 1 : key }

  private mutating func grow() {
    let (oldSlots, oldValues) = (slots, values)
    slots = Array(repeating: 0, count: max(64, oldSlots.count * 2))
    values = Array(repeating: 0, count: slots.count)
    count = 0
    for (key, value) in zip(oldSlots, oldValues) where key != 0 { add(key, Int(value)) }
  }
}

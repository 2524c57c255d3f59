/// A set of hashes, which are spread well already and need not be hashed again.
struct KeySet: Sendable {
  /// A power of two of them, 0 where there is none; at most half are taken.
  private var slots: [UInt64] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// In no order.
  var keys: [UInt64] { slots.filter { $0 != 0 } }

  @inline(__always)
  func contains(_ key: UInt64) -> Bool {
    guard !slots.isEmpty else { return false }
    let key = Self.stored(key)
    var slot = start(of: key)
    while slots[slot] != 0 {
      if slots[slot] == key { return true }
      slot = (slot + 1) & (slots.count - 1)
    }
    return false
  }

  mutating func insert(_ key: UInt64) {
    if count * 2 >= slots.count { grow() }
    let key = Self.stored(key)
    var slot = start(of: key)
    while slots[slot] != 0 {
      if slots[slot] == key { return }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = key
    count += 1
  }

  mutating func formUnion(_ keys: [UInt64]) {
    for key in keys { insert(key) }
  }

  @inline(__always)
  private func start(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
  }

  /// 0 stands for no key.
  @inline(__always)
  private static func stored(_ key: UInt64) -> UInt64 { key == 0 ? 1 : key }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: max(64, old.count * 2))
    count = 0
    for key in old where key != 0 { insert(key) }
  }
}

/// Hashes and compares short runs of bytes, eight at a time and never beyond their end.
enum ByteHash {
  private static let odd1: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let odd2: UInt64 = 0xD6E8_FEB8_6659_FD93

  /// - Parameter count: at least 1.
  @inline(__always) static func hash(_ bytes: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    var seed = UInt64(truncatingIfNeeded: count) &* odd1
    var rest = bytes
    var left = count
    while left > 16 {
      seed = mixed(word(rest) ^ odd1, word(rest + 8) ^ seed)
      rest += 16
      left &-= 16
    }
    let low: UInt64
    let high: UInt64
    if left >= 8 {
      low = word(rest)
      high = word(rest + (left &- 8))
    } else if left >= 4 {
      low = UInt64(half(rest))
      high = UInt64(half(rest + (left &- 4)))
    } else {
      low = UInt64(rest[0]) &<< 16 | UInt64(rest[left &>> 1]) &<< 8 | UInt64(rest[left &- 1])
      high = 0
    }
    return mixed(low ^ odd1, high ^ seed ^ odd2)
  }

  @inline(__always) static func isEqual(
    _ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, count: Int
  ) -> Bool {
    var index = 0
    while index &+ 8 <= count {
      guard word(one + index) == word(other + index) else { return false }
      index &+= 8
    }
    while index < count {
      guard one[index] == other[index] else { return false }
      index &+= 1
    }
    return true
  }

  /// Both halves of the product, folded.
  @inline(__always) static func mixed(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }

  @inline(__always) static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
  }

  @inline(__always) private static func half(_ bytes: UnsafePointer<UInt8>) -> UInt32 {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self)
  }
}

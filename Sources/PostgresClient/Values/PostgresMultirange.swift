/// Ranges of 32-bit integers, bound as `int4multirange`. The server joins those that touch and puts them in order.
public struct PostgresMultirange: PostgresScalar, Hashable {
  public var ranges: [ClosedRange<Int32>]

  public init(_ ranges: [ClosedRange<Int32>]) {
    self.ranges = ranges
  }

  public static var postgresType: PostgresType { .int4multirange }
  public static var arrayType: PostgresType { .int4multirangeArray }

  /// Which bounds belong to a range, and which it has not got.
  private enum Flags {
    static let lowerInclusive: UInt8 = 0x02
    static let upperInclusive: UInt8 = 0x04
  }

  /// How many ranges, then each after its size: flags, and both bounds after their sizes.
  public func encode(into bytes: inout [UInt8]) {
    bytes.append(bigEndian: Int32(ranges.count))
    for range in ranges {
      bytes.append(bigEndian: 17 as Int32)
      bytes.append(Flags.lowerInclusive | Flags.upperInclusive)
      bytes.append(bigEndian: 4 as Int32)
      bytes.append(bigEndian: range.lowerBound)
      bytes.append(bigEndian: 4 as Int32)
      bytes.append(bigEndian: range.upperBound)
    }
  }

  /// The server sends ranges without their upper bounds. One that is open to a side has no closed range.
  public static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> PostgresMultirange {
    let bytes = try field.bytes(of: .int4multirange, as: "int4multirange")
    func mismatch(_ found: String) -> PostgresField.Mismatch {
      PostgresField.Mismatch(expected: "an int4multirange of closed ranges", found: found)
    }
    guard bytes.count >= 4 else { throw mismatch("a damaged one") }
    let count = Int(bytes.bigEndian(Int32.self))
    var ranges: [ClosedRange<Int32>] = []
    var offset = 4
    for _ in 0..<count {
      guard offset + 5 <= bytes.count else { throw mismatch("a damaged one") }
      guard bytes[offset + 4] == Flags.lowerInclusive else { throw mismatch("one that is open to a side") }
      guard offset + 21 <= bytes.count else { throw mismatch("a damaged one") }
      let lower = bytes.bigEndian(Int32.self, at: offset + 9)
      let after = bytes.bigEndian(Int32.self, at: offset + 17)
      guard lower < after else { throw mismatch("a damaged one") }
      ranges.append(lower...after - 1)
      offset += 21
    }
    return PostgresMultirange(ranges)
  }
}

/// Reads numbers and strings as ``HeaderBlock`` describes them, checking every step.
struct ByteCursor {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset = 0

  /// - Parameter bytes: must outlive the cursor.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var left: Int { bytes.count - offset }

  func failure(_ problem: HeaderBlock.DecodingError.Problem) -> HeaderBlock.DecodingError {
    HeaderBlock.DecodingError(problem: problem, offset: offset)
  }

  mutating func byte() throws(HeaderBlock.DecodingError) -> UInt8 {
    guard offset < bytes.count else { throw failure(.truncated) }
    defer { offset += 1 }
    return bytes[offset]
  }

  @inline(__always)
  mutating func number() throws(HeaderBlock.DecodingError) -> UInt64 {
    if offset < bytes.count, bytes[offset] < 0x80 {
      defer { offset += 1 }
      return UInt64(bytes[offset])
    }
    return try longNumber()
  }

  private mutating func longNumber() throws(HeaderBlock.DecodingError) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      let bits = UInt64(byte & 0x7F)
      guard shift < 63 || shift == 63 && bits <= 1 else { throw failure(.numberTooLarge) }
      number |= bits << shift
      if byte < 0x80 { return number }
      shift += 7
    }
  }

  mutating func signed() throws(HeaderBlock.DecodingError) -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// A 32-bit number as it is in memory.
  @inline(__always)
  mutating func word() throws(HeaderBlock.DecodingError) -> Int32 {
    guard let word = UInt32(exactly: try number()) else { throw failure(.numberTooLarge) }
    return Int32(bitPattern: word)
  }

  /// How many things of at least `size` bytes follow; so a lie cannot ask for more memory than the block has bytes.
  mutating func count(ofAtLeast size: Int) throws(HeaderBlock.DecodingError) -> Int {
    let count = try number()
    guard count <= UInt64(left / size) else { throw failure(.countTooLarge(count)) }
    return Int(count)
  }

  mutating func string() throws(HeaderBlock.DecodingError) -> String {
    let count = try count(ofAtLeast: 1)
    let part = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    guard let string = String(validating: part, as: UTF8.self) else { throw failure(.stringNotUTF8) }
    offset += count
    return string
  }

  mutating func callIDs() throws(HeaderBlock.DecodingError) -> CallIDTable {
    let count = try count(ofAtLeast: 1)
    var ids = CallIDTable()
    ids.reserve(ids: count)
    for _ in 0..<count {
      let size = try self.count(ofAtLeast: 1)
      guard ids.append(validating: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + size])) else {
        throw failure(.stringNotUTF8)
      }
      offset += size
    }
    return ids
  }

  mutating func strings() throws(HeaderBlock.DecodingError) -> [String] {
    let count = try count(ofAtLeast: 1)
    var strings: [String] = []
    strings.reserveCapacity(count)
    for _ in 0..<count { strings.append(try string()) }
    return strings
  }
}

extension Vocabulary {
  /// Reads the usual text form: a line a token, its bytes in base64, a blank and its rank, in the order of the ranks.
  ///
  /// - Throws: if a line is not of this form, a rank is not the next, a token is there twice, or some single byte is no
  ///   token.
  public convenience init(parsing text: Span<UInt8>) throws(VocabularyError) {
    var reader = VocabularyReader()
    try text.withUnsafeBufferPointer { (text) throws(VocabularyError) in try reader.read(text) }
    try self.init(bytes: reader.bytes, ends: reader.ends)
  }
}

private struct VocabularyReader {
  var bytes: [UInt8] = []
  var ends: [UInt32] = []

  mutating func read(_ text: UnsafeBufferPointer<UInt8>) throws(VocabularyError) {
    bytes.reserveCapacity(text.count / 2)
    ends.reserveCapacity(text.count / 16)
    var index = 0
    while index < text.count {
      try readToken(text, &index)
      try readRank(text, &index)
      ends.append(UInt32(bytes.count))
    }
  }

  private func problem(found: String, expected: String) -> VocabularyError {
    VocabularyError(line: ends.count + 1, found: found, expected: expected)
  }

  private mutating func readToken(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(VocabularyError) {
    let start = index
    var bits: UInt32 = 0
    var held: UInt32 = 0
    while index < text.count, text[index] != UInt8(ascii: " "), text[index] != UInt8(ascii: "=") {
      let digit = Self.digits[Int(text[index])]
      guard digit < 64 else { throw problem(found: "the byte \(text[index])", expected: "base64 and a blank") }
      held = held &<< 6 | UInt32(digit)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: held &>> bits))
      }
      index += 1
    }
    while index < text.count, text[index] == UInt8(ascii: "=") { index += 1 }
    guard index < text.count, text[index] == UInt8(ascii: " "), (index - start) % 4 == 0, index > start else {
      throw problem(found: "\(index - start) characters and no blank", expected: "base64 in fours, and a blank")
    }
    index += 1
  }

  private func readRank(_ text: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws(VocabularyError) {
    var rank = 0
    let start = index
    while index < text.count, case let digit = Int(text[index]) - 48, 0..<10 ~= digit, rank < 1 << 31 {
      rank = rank * 10 + digit
      index += 1
    }
    guard index > start, rank == ends.count else {
      throw problem(found: index > start ? "the rank \(rank)" : "no rank", expected: "the rank \(ends.count)")
    }
    guard index < text.count, text[index] == UInt8(ascii: "\n") else {
      throw problem(found: "no line end behind the rank", expected: "one")
    }
    index += 1
  }

  /// The value of each base64 digit, 255 for other bytes.
  private static let digits: [UInt8] = {
    var table = [UInt8](repeating: 255, count: 256)
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, digit) in alphabet.utf8.enumerated() { table[Int(digit)] = UInt8(value) }
    return table
  }()
}

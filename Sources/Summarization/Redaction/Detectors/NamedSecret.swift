/// Finds secrets by what stands before them: `password: …`, `"api_key": "…"`, `Bearer …`, `https://user:…@host`.
enum NamedSecret {
  /// In bytes.
  private static let longestValue = 512
  private static let shortestValue = 4

  /// The value that a word names as a secret; `nil` where the word names none, or the value cannot be one.
  static func value(after word: Range<Int>, in bytes: Span<UInt8>) -> Range<Int>? {
    guard (3...40).contains(word.count) else { return nil }
    // Few words stand before a value: their names are looked at only then.
    let assigned = pastAssignment(word.upperBound, in: bytes)
    let maybeScheme = assigned == nil && bytes.at(word.upperBound) == 0x20 && (word.count == 6 || word.count == 5)
    guard assigned != nil || maybeScheme else { return nil }
    var name: [UInt8] = []
    for index in word where bytes[index].isLetter || bytes[index].isDigit { name.append(bytes[index] | 0x20) }
    let isScheme = maybeScheme && schemes.contains(name)
    guard isScheme || assigned != nil && names.contains(where: { ends(name, with: $0) }) else { return nil }
    var index = assigned ?? word.upperBound + 1
    if isOneOf(bytes.at(index), "\"'`") { index += 1 }
    var end = index
    while end < bytes.count, end - index < longestValue, bytes[end] > 0x20, !isOneOf(bytes[end], "\"'`,;&<>)}]") {
      end += 1
    }
    while end > index, isOneOf(bytes[end - 1], ".!?:\\") { end -= 1 }
    return isSecret(index..<end, afterScheme: isScheme, in: bytes) ? index..<end : nil
  }

  /// The password in the address of a server, from the colon behind its scheme.
  static func password(ofURLAt colon: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    guard bytes.at(colon + 1) == 0x2F, bytes.at(colon + 2) == 0x2F else { return nil }
    var start: Int?
    var index = colon + 3
    while index < bytes.count, index - colon < longestValue, bytes[index] > 0x20, !isOneOf(bytes[index], "/?#\"'<>") {
      if bytes[index] == UInt8(ascii: "@") {
        return start.flatMap { $0 < index ? $0..<index : nil }
      }
      if bytes[index] == 0x3A, start == nil { start = index + 1 }
      index += 1
    }
    return nil
  }

  private static func pastAssignment(_ start: Int, in bytes: Span<UInt8>) -> Int? {
    var index = start
    while isOneOf(bytes.at(index), "\"'`*\\"), index < bytes.count { index += 1 }
    while bytes.at(index) == 0x20, index - start < 8, index < bytes.count { index += 1 }
    if bytes.at(index) == 0x3A || bytes.at(index) == 0x3D {
      index += 1
    } else if bytes.at(index) == 0x69, bytes.at(index + 1) == 0x73,
      bytes.at(index + 2) <= 0x20 || bytes.at(index + 2) == 0x3A
    {
      index += 2  // "my password is …"
      if bytes.at(index) == 0x3A { index += 1 }
    } else {
      return nil
    }
    while bytes.at(index) <= 0x20 || bytes.at(index) == UInt8(ascii: "\\"), index < bytes.count, index - start < 16 {
      index += 1
    }
    return index
  }

  /// No word of the language: `token: invalid` names none.
  private static func isSecret(_ range: Range<Int>, afterScheme: Bool, in bytes: Span<UInt8>) -> Bool {
    guard range.count >= (afterScheme ? 12 : shortestValue) else { return false }
    var (digits, letters, others, capitals) = (0, 0, 0, 0)
    for index in range {
      let byte = bytes[index]
      if byte.isDigit { digits += 1 } else if byte.isLetter { letters += 1 } else { others += 1 }
      if byte.isLetter, byte < 0x61, index > range.lowerBound { capitals += 1 }
    }
    if bytes[range.lowerBound] == UInt8(ascii: "[") || bytes[range.lowerBound] == UInt8(ascii: "$") { return false }
    return digits > 0 && (letters + others > 0 || digits >= 6) || others > 0 && letters > 0
      || capitals > 0 && letters >= 8
  }

  private static func ends(_ name: [UInt8], with ending: [UInt8]) -> Bool {
    name.count >= ending.count && name.suffix(ending.count).elementsEqual(ending)
  }

  private static func isOneOf(_ byte: UInt8, _ marks: StaticString) -> Bool {
    marks.withUTF8Buffer { $0.contains(byte) }
  }

  private static let schemes: Set<[UInt8]> = Set(["bearer", "basic"].map { Array($0.utf8) })

  /// Ends of names, in small letters without marks: `AWS_SECRET_ACCESS_KEY`, `client-secret`.
  private static let names = """
    password passwort passwd passphrase pwd senha secret token apikey accesskey secretkey privatekey
    authkey sharedkey signingkey accountkey connectionstring credential credentials
    """.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
}

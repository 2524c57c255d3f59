/// Finds keys, tokens and passwords: by how they begin, by what they are called, and long ones by how mixed they are.
enum KeyDetector {
  static func find(in bytes: Span<UInt8>, _ findings: inout [Finding]) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if isTokenByte(byte) {
        let end = tokenEnd(from: index, in: bytes)
        if isKey(index..<end, in: bytes) { findings.append(Finding(index..<end, .keys)) }
        if let value = NamedSecret.value(after: index..<end, in: bytes) {
          findings.append(Finding(value, .keys))
          index = max(end, value.upperBound)
        } else {
          index = end
        }
      } else if byte == 0x3A, let password = NamedSecret.password(ofURLAt: index, in: bytes) {
        findings.append(Finding(password, .keys))
        index = password.upperBound
      } else if byte == 0x2D, let end = privateKeyEnd(from: index, in: bytes) {
        findings.append(Finding(index..<end, .keys))
        index = end
      } else {
        index += 1
      }
    }
  }

  // MARK: Tokens

  /// `-` only inside of a token, so that a line of them is none.
  @inline(__always)
  private static func isTokenByte(_ byte: UInt8) -> Bool { byte.isDigit || byte.isLetter || byte == 0x5F }

  private static func tokenEnd(from start: Int, in bytes: Span<UInt8>) -> Int {
    var end = start + 1
    while end < bytes.count {
      let byte = bytes[end]
      if isTokenByte(byte) || (byte == 0x2D || byte == 0x2E) && isTokenByte(bytes.at(end + 1)) {
        end += 1
      } else {
        break
      }
    }
    return end
  }

  private static func isKey(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    guard range.count >= 16 else { return false }
    if isKnown(range, in: bytes) { return true }
    return range.count >= 40 && isMixed(range, in: bytes)
  }

  /// By the beginnings that services give their keys, and the three parts of a JSON Web Token.
  private static func isKnown(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    let isWebToken =
      bytes[range.lowerBound] == 0x65 && bytes[range.lowerBound + 1] == 0x79 && bytes[range.lowerBound + 2] == 0x4A
    if isWebToken, range.contains(where: { bytes[$0] == 0x2E }) { return true }
    return prefixes.contains { prefix in
      range.count >= max(16, prefix.count + 10) && range.contains { bytes[$0].isDigit }
        && prefix.indices.allSatisfy { bytes[range.lowerBound + $0] == prefix[$0] }
    }
  }

  private static let prefixes = """
    sk- sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- xoxb- xoxp- xoxa- xoxs-
    xapp- AKIA ASIA AIza ya29. SG. hf_ npm_ pypi- dop_v1_ shpat_ shpss_ sq0atp- sq0csp- AGE-SECRET-KEY- whsec_ lin_api_
    tvly- gsk_ nvapi-
    """.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }

  /// Capitals, small letters and digits in turn, as no name and no digest in hexadecimal has them.
  private static func isMixed(_ range: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    var (upper, lower, digits, changes) = (0, 0, 0, 0)
    var previous: UInt8 = 0
    for index in range {
      let byte = bytes[index]
      let kind: UInt8 = byte.isDigit ? 1 : byte.isLetter ? (byte < 0x61 ? 2 : 3) : 4
      switch kind {
      case 1: digits += 1
      case 2: upper += 1
      case 3: lower += 1
      default: break
      }
      if kind != previous { changes += 1 }
      previous = kind
    }
    let least = range.count / 12
    return upper > least && lower > least && digits > least && changes * 3 >= range.count
  }

  // MARK: Private keys

  /// Where the block of a private key ends that begins with these dashes: behind its last line, or at the text's end.
  private static func privateKeyEnd(from start: Int, in bytes: Span<UInt8>) -> Int? {
    guard matches("-----BEGIN ", at: start, in: bytes) else { return nil }
    var lineEnd = start
    while lineEnd < bytes.count, bytes[lineEnd] != 0x0A, lineEnd - start < 80 { lineEnd += 1 }
    guard (start..<lineEnd).contains(where: { matches("PRIVATE KEY-----", at: $0, in: bytes) }) else { return nil }
    var index = lineEnd
    while index < bytes.count, !matches("-----END ", at: index, in: bytes) { index += 1 }
    while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    return index
  }

  private static func matches(_ text: StaticString, at start: Int, in bytes: Span<UInt8>) -> Bool {
    guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.withUTF8Buffer { sought in sought.indices.allSatisfy { bytes[start + $0] == sought[$0] } }
  }
}

/// Finds mail addresses: a local part, `@`, and a domain with a dot.
enum MailDetector {
  /// In bytes, as the standards have it.
  private static let longest = (local: 64, domain: 253)

  static func find(in bytes: Span<UInt8>, _ findings: inout [Finding]) {
    for at in 0..<bytes.count where bytes[at] == UInt8(ascii: "@") {
      var start = at
      while start > 0, at - start < longest.local, isLocal(bytes[start - 1]) { start -= 1 }
      while start < at, bytes[start] == UInt8(ascii: ".") { start += 1 }
      var end = at + 1
      var lastDot: Int?
      while end < bytes.count, end - at <= longest.domain, isDomain(bytes[end]) {
        if bytes[end] == UInt8(ascii: ".") { lastDot = end }
        end += 1
      }
      while end > at + 1, bytes[end - 1] == UInt8(ascii: ".") || bytes[end - 1] == UInt8(ascii: "-") {
        end -= 1
        if lastDot == end { lastDot = (at + 1..<end).last { bytes[$0] == UInt8(ascii: ".") } }
      }
      guard start < at, let dot = lastDot, dot > at + 1, end - dot > 2,
        (dot + 1..<end).contains(where: { bytes[$0].isLetter })
      else { continue }
      findings.append(Finding(start..<end, .mailAddresses))
    }
  }

  private static func isLocal(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || byte >= 0x80 || [0x2E, 0x5F, 0x2B, 0x2D, 0x25, 0x27, 0x7E].contains(byte)
  }

  private static func isDomain(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || byte == 0x2D || byte == 0x2E || byte >= 0x80
  }
}

/// Keeps what servers quote of a request out of errors and logs.
enum Redaction {
  /// So many bytes that are the same as in the request are a quotation.
  private static let quotation = 24
  private static let longest = 300
  static let placeholder = "…"

  /// The message in one line of limited length, with every longer passage of the texts, and every secret, replaced.
  static func redact(_ message: String, quoting texts: [String], secrets: [String]) -> String {
    var bytes = message.utf8.prefix(longest * 4).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
    var isHidden = [Bool](repeating: false, count: bytes.count)
    for secret in secrets where !secret.isEmpty {
      hide(Array(secret.utf8), in: bytes, &isHidden)
    }
    let seeds = seeds(of: bytes)
    if !seeds.isEmpty {
      for text in texts { hidePassages(of: text, in: bytes, seeds, &isHidden) }
    }
    var shown: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if !isHidden[index] {
        shown.append(byte)
      } else if index == 0 || !isHidden[index - 1] {
        shown += Array(placeholder.utf8)
      }
    }
    bytes = shown
    let line = String(decoding: bytes, as: UTF8.self)
    return line.count > longest ? line.prefix(longest) + placeholder : line
  }

  private static func hide(_ word: [UInt8], in bytes: [UInt8], _ isHidden: inout [Bool]) {
    guard bytes.count >= word.count else { return }
    for start in 0...(bytes.count - word.count) where bytes[start..<start + word.count].elementsEqual(word) {
      for index in start..<start + word.count { isHidden[index] = true }
    }
  }

  /// Where each sequence of eight bytes stands in the message.
  private static func seeds(of bytes: [UInt8]) -> [UInt64: [Int]] {
    var seeds: [UInt64: [Int]] = [:]
    var window: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      window = window << 8 | UInt64(byte)
      if index >= 7 { seeds[window, default: []].append(index - 7) }
    }
    return seeds
  }

  private static func hidePassages(
    of text: String, in bytes: [UInt8], _ seeds: [UInt64: [Int]], _ isHidden: inout [Bool]
  ) {
    // Line breaks of the text are spaces in the message, or escapes, which end a passage.
    let source = text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
    var window: UInt64 = 0
    for (index, byte) in source.enumerated() {
      window = window << 8 | UInt64(byte)
      guard index >= 7, let starts = seeds[window] else { continue }
      for start in starts where !isHidden[start] || !isHidden[start + 7] {
        var length = 8
        while start + length < bytes.count, index - 7 + length < source.count,
          bytes[start + length] == source[index - 7 + length]
        {
          length += 1
        }
        if length >= quotation {
          for position in start..<start + length { isHidden[position] = true }
        }
      }
    }
  }
}

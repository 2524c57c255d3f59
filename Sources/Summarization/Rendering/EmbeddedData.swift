extension AttachmentLabels {
  /// The text with a label in place of each long run of base64, the `data:` before it included.
  func withoutData(_ text: String) -> String {
    guard text.utf8.count >= EmbeddedData.shortest else { return text }
    let bytes = Array(text.utf8)
    let runs = EmbeddedData.runs(in: bytes)
    if runs.isEmpty { return text }
    var output: [UInt8] = []
    var end = 0
    for run in runs {
      output += bytes[end..<run.lowerBound]
      output += label("data", base64: String(decoding: bytes[run], as: UTF8.self)).utf8
      end = run.upperBound
    }
    return String(decoding: output + bytes[end...], as: UTF8.self)
  }
}

/// Finds base64 inside text.
enum EmbeddedData {
  /// In bytes; no word, path or digest is that long.
  static let shortest = 512
  /// Base64 is often broken into lines of 64 or 76 characters; shorter lines are words.
  private static let shortestLine = 60

  /// Runs of base64 that mix capitals, small letters and digits, ascending.
  static func runs(in bytes: [UInt8]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var index = 0
    while index < bytes.count {
      guard isBase64(bytes[index]) else {
        index += 1
        continue
      }
      let end = runEnd(from: index, in: bytes)
      if end - index >= shortest, isMixed(bytes[index..<end]) { runs.append(index..<end) }
      index = end
    }
    return runs
  }

  private static func runEnd(from start: Int, in bytes: [UInt8]) -> Int {
    var index = start
    var lineStart = start
    while index < bytes.count {
      if isBase64(bytes[index]) {
        index += 1
        continue
      }
      let lineBreak = lineBreakLength(at: index, in: bytes)
      let goesOn = index + lineBreak < bytes.count && isBase64(bytes[index + lineBreak])
      guard lineBreak > 0, index - lineStart >= shortestLine, goesOn else { break }
      index += lineBreak
      lineStart = index
    }
    return index
  }

  /// Of a line break, or of one that is escaped in JSON.
  private static func lineBreakLength(at index: Int, in bytes: [UInt8]) -> Int {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    switch bytes[index] {
    case 0x0A: return 1
    case 0x0D: return next == 0x0A ? 2 : 1
    case UInt8(ascii: "\\"): return next == UInt8(ascii: "n") || next == UInt8(ascii: "/") ? 2 : 0
    default: return 0
    }
  }

  private static func isMixed(_ run: ArraySlice<UInt8>) -> Bool {
    run.contains { (0x41...0x5A).contains($0) } && run.contains { (0x61...0x7A).contains($0) }
      && run.contains { (0x30...0x39).contains($0) }
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39: true
    case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}

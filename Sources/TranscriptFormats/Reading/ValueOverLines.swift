import Transcripts

/// A file of a format that has a conversation a line begins with JSON that goes over several lines.
public struct ValueOverLines: Error, Sendable, Hashable, CustomStringConvertible {
  /// Whether it is an array, of conversations presumably.
  public var isArray: Bool

  public var description: String {
    "line 1, byte 0: found \(isArray ? "an array" : "an object") that goes over several lines, expected a conversation on "
      + "each line"
  }

  /// What makes a file of lines out of it.
  public func command(for path: String) -> String {
    let file = path == "-" ? "" : " '\(path)'"
    return "jq -c \(isArray ? "'.[]'" : ".")\(file) | compactor import -"
  }

  /// - Parameter prefix: the first bytes of a file, which may end anywhere.
  /// - Returns: `nil` where the first line holds a value of its own, whole or broken.
  init?(beginning prefix: ArraySlice<UInt8>) {
    var rest = prefix
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    rest = rest.drop(while: isWhitespace)
    guard let first = rest.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    var scanner = ValueScanner()
    let end = rest.firstIndex { !scanner.take($0) }
    if let end, end <= lineEnd { return nil }
    // A line that was cut off in the middle has no end of its own either, but what follows it is not its inside.
    let second = rest[rest.index(after: lineEnd)...].first
    let last = rest[..<lineEnd].last { !isWhitespace($0) }
    let isOpen = [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ",")].contains(last)
    let isIndented = second == UInt8(ascii: " ") || second == UInt8(ascii: "\t")
    let isWhole = end.map { (try? RawJSON(rest[..<$0])) != nil } ?? false
    guard isWhole || end == nil && isIndented && isOpen else { return nil }
    isArray = first == UInt8(ascii: "[")
  }
}

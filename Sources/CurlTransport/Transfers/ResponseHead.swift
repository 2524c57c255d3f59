import HTTPTransport

/// Collects header lines into the head of the final response: informational responses before it, and trailers after it, are left out.
struct ResponseHead {
  private(set) var status = 0
  private(set) var headers = HTTPHeaders()
  private(set) var isFinished = false
  /// Whether anything at all has come.
  private(set) var hasBegun = false

  /// Takes a line with its line end; returns the head when this line completes it.
  mutating func receive(_ line: UnsafeBufferPointer<UInt8>) -> ResponseHead? {
    hasBegun = true
    if isFinished { return nil }
    let text = String(decoding: line, as: UTF8.self)
    let content = Self.trim(text[...])
    if content.isEmpty {
      guard status >= 200 else { return nil }
      isFinished = true
      return self
    }
    if content.hasPrefix("HTTP/") {
      headers = HTTPHeaders()
      status = content.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if let colon = content.firstIndex(of: ":") {
      headers.append(String(content[..<colon]), String(Self.trim(content[content.index(after: colon)...])))
    }
    return nil
  }

  private static func trim(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

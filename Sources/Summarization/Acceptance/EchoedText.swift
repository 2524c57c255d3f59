/// Recognises the prompt or the transcript given back.
enum EchoedText {
  /// Whether the text holds a line of the prompt, or is one piece of what was sent and at least half of the source.
  ///
  /// A shorter piece of the source is no echo: an extract may be one sentence.
  static func matches(_ text: String, system: String, user: String, source: String) -> Bool {
    let plain = text.withSingleSpaces
    let promptLines = system.split(separator: "\n").map { String($0).withSingleSpaces }
    if promptLines.contains(where: { $0.utf8.count >= 40 && plain.holds($0) }) { return true }
    guard plain.utf8.count * 2 >= source.utf8.count else { return false }
    return user.withSingleSpaces.holds(plain)
  }
}

extension String {
  /// With one space for each run of white space, and none around.
  fileprivate var withSingleSpaces: String {
    unicodeScalars.split(whereSeparator: \.isWhiteSpace).map { String($0) }.joined(separator: " ")
  }
}

extension Unicode.Scalar {
  /// The same as `properties.isWhitespace`, without a look into its tables for what most texts are made of.
  var isWhiteSpace: Bool {
    isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace
  }
}

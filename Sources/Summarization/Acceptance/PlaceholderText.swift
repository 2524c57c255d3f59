/// Recognises short texts that say that there is no summary: errors of servers and programs, and words that stand in
/// for one.
enum PlaceholderText {
  /// In characters.
  static let longest = 300

  static func matches(_ text: String) -> Bool {
    if isErrorObject(text) || isPage(text) { return true }
    guard text.count <= longest else { return false }
    let plain = text.lowercased().withStraightApostrophes.withoutMarksAround
    return wholes.contains(plain) || beginnings.contains { plain.hasPrefix($0) }
  }

  private static func isErrorObject(_ text: String) -> Bool {
    ["{\"error\"", "{ \"error\"", "{\"detail\"", "{\"message\""].contains { text.hasPrefix($0) }
  }

  private static func isPage(_ text: String) -> Bool {
    let start = text.prefix(20).lowercased()
    return start.hasPrefix("<!doctype") || start.hasPrefix("<html")
  }

  private static let wholes: Set<String> = [
    "summary", "none", "null", "nil", "undefined", "n/a", "na", "todo", "tbd", "object object", "nan", "text", "string",
    "content", "your summary here", "empty", "ok", "okay", "done", "conversation", "the conversation",
  ]

  private static let beginnings = """
    error:|error |an error occurred|an error has occurred|internal server error|internal error|bad gateway
    service unavailable|gateway timeout|request timed out|timeout|timed out|rate limit|too many requests
    failed to generate|failed to summarize|could not generate|unable to generate|unable to summarize|exception
    traceback|http 4|http 5|summary unavailable|summary not available|summary could not|summary goes here
    insert summary|no summary|no content|no response|no output|placeholder|todo:|lorem ipsum|the server had an error
    model is overloaded|overloaded|something went wrong|connection error|context length exceeded|maximum context length
    quota exceeded|insufficient quota|invalid api key|unauthorized|fehler:|ein fehler ist|erreur|une erreur|error al
    ha ocurrido un error|ocorreu um erro|erro:|ошибка|произошла ошибка|错误|发生错误|エラー|오류
    """.split { $0 == "\n" || $0 == "|" }.map(String.init)
}

extension String {
  /// Without brackets, quotation marks and full stops at its ends.
  fileprivate var withoutMarksAround: String {
    var text = self[...]
    while let first = text.first, !first.isLetter, !first.isNumber { text.removeFirst() }
    while let last = text.last, !last.isLetter, !last.isNumber { text.removeLast() }
    return String(text)
  }
}

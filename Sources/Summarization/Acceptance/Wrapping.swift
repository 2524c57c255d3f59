/// What models put around a summary, where it can be taken away without touching the summary.
enum Wrapping {
  static func strip(_ reply: String) -> String {
    var text = trimmed(reply[...])
    // Each wrapping may hold another, but not for ever.
    for _ in 0..<3 {
      let before = text.utf8.count
      text = withoutLabel(withoutTags(withoutFence(text)))
      if text.utf8.count == before { break }
    }
    return String(text)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// A fence around the whole text; where another fence stands inside, the first may be the summary's own.
  private static func withoutFence(_ text: Substring) -> Substring {
    guard text.hasPrefix("```"), text.hasSuffix("```"), let lineEnd = text.firstIndex(where: \.isNewline) else {
      return text
    }
    let inside = text[lineEnd...].dropLast(3)
    return String(inside).holds("```") ? text : trimmed(inside)
  }

  private static func withoutTags(_ text: Substring) -> Substring {
    guard text.hasPrefix("<summary>"), text.hasSuffix("</summary>") else { return text }
    return trimmed(text.dropFirst("<summary>".count).dropLast("</summary>".count))
  }

  /// Takes away `Summary:` in one of several languages, or a first line such as `Here is the summary:`.
  private static func withoutLabel(_ text: Substring) -> Substring {
    let firstLine = text.prefix { !$0.isNewline }
    let plain = firstLine.drop { $0 == "#" || $0 == "*" || $0 == " " }
    let lowercased = plain.lowercased()
    if let label = labels.first(where: { lowercased.hasPrefix($0) }) {
      let rest = plain.dropFirst(label.count).drop { $0 == "*" || $0 == " " }
      if rest.first == ":" || rest.first == "：" {
        return trimmed(text[rest.index(after: rest.startIndex)...].drop { $0 == "*" })
      }
      let isHeading = rest.isEmpty && (firstLine.first == "#" || firstLine.first == "*")
      if isHeading { return trimmed(text[firstLine.endIndex...]) }
    }
    let isPreamble = preambles.contains { lowercased.hasPrefix($0) } && firstLine.last == ":" && firstLine.count <= 120
    return isPreamble && firstLine.endIndex < text.endIndex ? trimmed(text[firstLine.endIndex...]) : text
  }

  private static let labels = [
    "summary", "zusammenfassung", "résumé", "resumen", "resumo", "riassunto", "samenvatting", "podsumowanie", "özet",
    "сводка", "резюме", "краткое содержание", "摘要", "总结", "總結", "要約", "요약", "ملخص", "सारांश",
  ]

  private static let preambles = ["here is", "here's", "here’s", "below is", "sure", "certainly", "of course"]
}

extension Exposition {
  /// Chooses the format that a client prefers by its `Accept` header; Prometheus text where it says nothing that helps.
  public init(accept header: String?) {
    var best = (format: Exposition.prometheusText, quality: 0.0)
    for range in (header ?? "").split(separator: ",") {
      guard let (format, quality) = Self.parse(range), quality > best.quality else { continue }
      best = (format, quality)
    }
    self = best.format
  }

  /// A media range that one of the formats fits, with its weight from 0 to 1.
  private static func parse(_ range: Substring) -> (Exposition, Double)? {
    let parts = range.split(separator: ";").map { trimmed($0).lowercased() }
    guard let type = parts.first else { return nil }
    var quality = 1.0
    var version: String?
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map { trimmed($0) }
      guard pair.count == 2 else { continue }
      if pair[0] == "q" { quality = Double(pair[1]) ?? 0 }
      if pair[0] == "version" { version = pair[1].filter { $0 != "\"" } }
    }
    switch type {
    case "application/openmetrics-text" where version == nil || version == "1.0.0": return (.openMetrics, quality)
    case "text/plain" where version == nil || version == "0.0.4": return (.prometheusText, quality)
    case "text/*", "*/*": return (.prometheusText, quality)
    default: return nil
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    var text = text[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

/// What is wrong with the base URL of an API, by what stands in it alone.
///
/// Any path and a query (`?api-version=…`) may be there. User and password may not: they would be a secret in the file.
func baseURLMistake(in text: String) -> TextMistake? {
  let rule = TextRule.url
  func mistake(_ problem: String, expected: String = rule.expectation, nearest: String? = nil) -> TextMistake {
    TextMistake(problem: problem, expected: expected, nearest: nearest)
  }
  guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) }) else {
    // A host's first label may have any letters; a key's beginning is known.
    let isBareHost =
      !text.contains("://") && text.contains(".") && !text.contains(" ") && !text.hasPrefix("sk-")
    // What has neither a scheme nor a host's dots may be a key in the wrong place.
    if !isBareHost, !text.contains("://") {
      return TextMistake(problem: "is not a base URL", expected: rule.expectation, hidesText: true)
    }
    return mistake("is not a base URL", nearest: isBareHost ? "https://" + text : nil)
  }
  guard text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
    return mistake("has a character that no URL has", expected: "ASCII without spaces, others percent-encoded")
  }
  let rest = text.dropFirst(scheme.count)
  let authority = rest.prefix { !"/?#".contains($0) }
  if authority.contains("@") {
    return TextMistake(
      problem: "has a user or password in it", expected: "the URL without it, and the key in `api_key`", hidesText: true
    )
  }
  let query = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first ?? ""
  if query.split(separator: "&").contains(where: { namesSecret(String($0.prefix { $0 != "=" })) }) {
    return TextMistake(
      problem: "has a key in its query", expected: "the URL without it, and the key in `api_key` or `headers`",
      hidesText: true)
  }
  let segments = rest.prefix { !"?#".contains($0) }.split(separator: "/").dropFirst()
  if segments.last == "completions", segments.dropLast().last != "chat" {
    return mistake("has a path that ends in /completions", expected: "one that ends in /chat/completions, or its base")
  }
  if rest.contains("#") { return mistake("has a fragment", expected: "a URL that ends before `#`") }
  guard let (host, port) = hostAndPort(authority), !host.isEmpty else { return mistake("names no host") }
  if let port, !port.allSatisfy(\.isNumber) || UInt16(port) ?? 0 == 0 {
    return mistake("has no valid port", expected: "a port from 1 to 65,535")
  }
  return nil
}

/// The host of a base URL that ``baseURLMistake(in:)`` has nothing against, without brackets.
func host(ofBaseURL text: String) -> Substring? {
  guard let scheme = text.firstRange(of: "://") else { return nil }
  return hostAndPort(text[scheme.upperBound...].prefix { !"/?#".contains($0) })?.host
}

private func hostAndPort(_ authority: Substring) -> (host: Substring, port: Substring?)? {
  if authority.first == "[" {
    guard let close = authority.firstIndex(of: "]") else { return nil }
    let after = authority[authority.index(after: close)...]
    guard after.isEmpty || after.first == ":" else { return nil }
    return (authority[..<close].dropFirst(), after.isEmpty ? nil : after.dropFirst())
  }
  let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
  return parts.count > 2 ? nil : (parts[0], parts.count == 2 ? parts[1] : nil)
}

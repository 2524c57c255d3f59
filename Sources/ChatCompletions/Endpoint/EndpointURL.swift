/// Finds the address of the chat completions of a server from what its users write as its base URL.
public enum EndpointURL {
  /// Why a base URL was refused. The text is for the author of a job file.
  public struct Invalid: Error, Sendable, Hashable, CustomStringConvertible {
    /// What stands there, without its secrets.
    public let found: String
    /// What should stand there.
    public let expected: String
    /// What was found and what was expected.
    public var description: String { "found \(found), expected \(expected)" }
  }

  private static let path = "/chat/completions"

  /// The endpoint that a base URL stands for.
  ///
  /// - A path that ends in `/chat/completions` is used as it is.
  /// - An empty path gets `/v1/chat/completions`; any other has `/chat/completions` appended, whatever its version segment
  ///   is called and wherever it stands.
  /// - A query (`?api-version=…`) stays at the end; a fragment is dropped; slashes are never doubled.
  public static func chatCompletions(base: String) throws(Invalid) -> String {
    let trimmed = String(base.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    let (scheme, rest) = try splitScheme(trimmed)
    let beforeFragment = rest.prefix { $0 != "#" }
    let query = beforeFragment.drop { $0 != "?" }
    let beforeQuery = beforeFragment.prefix { $0 != "?" }
    let authority = beforeQuery.prefix { $0 != "/" }
    let segments = beforeQuery.dropFirst(authority.count).split(separator: "/", omittingEmptySubsequences: true)
    try check(authority)
    if segments.last == "completions", !segments.suffix(2).elementsEqual(["chat", "completions"]) {
      throw Invalid(
        found: "a path that ends in /completions", expected: "one that ends in /chat/completions, or its base")
    }

    var endpoint = segments.map { "/" + $0 }.joined()
    if segments.isEmpty {
      endpoint = "/v1" + path
    } else if !segments.suffix(2).elementsEqual(["chat", "completions"]) {
      endpoint += path
    }
    return scheme + "://" + authority + endpoint + (query == "?" ? "" : query)
  }

  private static func splitScheme(_ url: String) throws(Invalid) -> (String, Substring) {
    for scheme in ["https", "http"] where url.lowercased().hasPrefix(scheme + "://") {
      return (scheme, url.dropFirst(scheme.count + 3))
    }
    let found = url.isEmpty ? "nothing" : "“\(url.prefix { $0 != "?" && $0 != "@" })”"
    throw Invalid(found: found, expected: "a URL that begins with http:// or https://")
  }

  private static func check(_ authority: Substring) throws(Invalid) {
    if authority.contains("@") {
      throw Invalid(found: "a user name or password in the URL", expected: "the key in the setting of the API key")
    }
    if authority.isEmpty || authority.hasPrefix(":") {
      throw Invalid(found: "no host", expected: "a URL with a host")
    }
    if authority.contains(where: { $0.isWhitespace || $0 == "\\" }) {
      throw Invalid(found: "“\(authority)”", expected: "a host name without spaces")
    }
  }
}

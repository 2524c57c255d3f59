/// Finds out of a refusal what to leave out or to say otherwise.
enum AdaptationRules {
  static func adaptation(for body: ErrorBody) -> Adaptation? {
    let words = body.message.lowercased()
    let mentions = { (text: String) in words.contains(text) || body.param == text }
    if has(words, ["must have stream=true", "stream=true", "only supports streaming", "only supports stream"]) {
      return .stream
    }
    if mentions("stream_options") { return .dropStreamOptions }
    if let cap = outputCap(words, body) { return cap }
    if mentions("temperature"), isRefusal(words, body) { return .dropTemperature }
    if let omission = omission(words, body) { return omission }
    if has(words, systemRole) { return .mergeSystemIntoUser }
    if mentions("response_format") || body.param?.hasPrefix("response_format") == true
      || has(words, ["response format", "json_schema", "json schema", "structured output"])
    {
      return .weakenResponseFormat
    }
    return nil
  }

  private static func omission(_ words: String, _ body: ErrorBody) -> Adaptation? {
    guard isRefusal(words, body) else { return nil }
    return Adaptation.allCases.first { adaptation in
      guard let name = adaptation.omission?.rawValue else { return false }
      // `seed` alone may be part of any sentence.
      let isNamed = name.contains("_") ? words.contains(name) : has(words, ["'\(name)'", "`\(name)`", "\"\(name)\""])
      return isNamed || body.param == name || body.param?.hasSuffix("." + name) == true
    }
  }

  /// Both names may occur, the refused one first.
  private static func outputCap(_ words: String, _ body: ErrorBody) -> Adaptation? {
    if has(words, ["use 'max_completion_tokens' instead", "use `max_completion_tokens` instead"]) {
      return .useMaxCompletionTokens
    }
    if has(words, ["use 'max_tokens' instead", "use `max_tokens` instead"]) { return .useMaxTokens }
    guard isRefusal(words, body) else { return nil }
    if body.param == "max_tokens" { return .useMaxCompletionTokens }
    if body.param == "max_completion_tokens" || words.contains("max_completion_tokens") { return .useMaxTokens }
    return words.contains("max_tokens") ? .useMaxCompletionTokens : nil
  }

  private static func isRefusal(_ words: String, _ body: ErrorBody) -> Bool {
    ["unsupported_parameter", "unsupported_value", "unknown_parameter", "extra_forbidden"].contains(
      body.code ?? body.type ?? "")
      || has(words, refusals)
  }

  private static let refusals = [
    "unsupported", "not supported", "does not support", "unrecognized", "unknown field", "unknown parameter",
    "unknown name",
    "extra inputs are not permitted", "extra parameters", "not permitted", "not allowed", "additional properties",
    "deprecated",
  ]

  private static let systemRole = [
    "system role not supported", "system role is not supported", "system messages are not supported",
    "does not support system", "unexpected message role", "instruction is not enabled", "unknown variant `system`",
    "conversation roles must alternate",
  ]

  private static func has(_ words: String, _ texts: [String]) -> Bool {
    texts.contains { words.contains($0) }
  }
}

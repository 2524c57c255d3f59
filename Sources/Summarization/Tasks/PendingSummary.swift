import Tokenization

/// A request without a result yet, with what its result is judged by and the places that it is for.
struct PendingSummary: Sendable {
  var request: SummaryRequest
  var acceptance: SummaryAcceptance
  var places: [FoldTree.Place]
}

/// Puts requests together.
struct RequestBuilder: Sendable {
  let prompt: SummaryPrompt
  let limits: SummaryLimits
  /// The conversation's instructions as a block, or empty.
  let context: String
  let tokenizer: any Tokenizer
  let digest: @Sendable ([UInt8]) -> [UInt8]

  init(
    prompt: SummaryPrompt, limits: SummaryLimits, instructions: String?, tokenizer: any Tokenizer,
    digest: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    self.prompt = prompt
    self.limits = limits
    self.tokenizer = tokenizer
    self.digest = digest
    context = Self.context(instructions ?? "", limit: limits.instructionTokens, tokenizer: tokenizer)
  }

  private static func context(_ instructions: String, limit: Int, tokenizer: some Tokenizer) -> String {
    guard instructions.hasWords, limit > 0 else { return "" }
    let escaped = Delimiters.escaped(instructions, indent: "")
    let part = TextSplitter(tokenizer: tokenizer, limit: limit).prefix(of: escaped[...])
    let text = part.endIndex == escaped.endIndex ? escaped : part + "\n[the rest is left out]"
    return Delimiters.block("instructions", text) + "\n\n"
  }

  /// - Parameter source: Blocks of what is to be summarised.
  func request(for source: String, at place: FoldTree.Place) -> PendingSummary {
    let system = prompt.system(atMost: limits.requestedTokens)
    let user = "\(context)\(source)\n\n\(prompt.closing(atMost: limits.requestedTokens))"
    let request = SummaryRequest(
      system: system, user: user, maxTokens: limits.maxOutputTokens,
      inputTokens: tokenizer.count(system) + tokenizer.count(user) + 2 * ChatCost.message + ChatCost.primedReply,
      digest: digest(digestInput(system: system, user: user)), attempt: 0)
    return PendingSummary(
      request: request,
      acceptance: SummaryAcceptance(
        system: system, user: user, source: source, sourceTokens: tokenizer.count(source),
        atMostTokens: limits.textTokens),
      places: [place])
  }

  /// Each text with its length before it, so that no two requests have the same input.
  private func digestInput(system: String, user: String) -> [UInt8] {
    var input: [UInt8] = []
    for text in [prompt.id, String(limits.maxOutputTokens), system, user] {
      input += "\(text.utf8.count) ".utf8
      input += text.utf8
    }
    return input
  }
}

/// Recognizes that a request has more tokens than the model takes, and the numbers that the server gives.
struct ContextOverflow: Sendable, Hashable {
  /// The most tokens that the server takes.
  var limit: Int?
  /// The tokens that it counted in the request.
  var requested: Int?

  /// - Parameter status: of the response; nil for an error inside a stream.
  init?(status: Int?, _ body: ErrorBody) {
    let words = body.message.lowercased()
    // A request above the budget of a whole minute never succeeds, although it comes as a rate limit.
    if let match = Self.overBudget.match(in: words), let limit = match.limit, let requested = match.requested {
      guard requested > limit else { return nil }
      self.init(limit: limit, requested: requested)
      return
    }
    if Self.throttling.contains(where: words.contains) { return nil }
    if let match = Self.patterns.lazy.compactMap({ $0.match(in: words) }).first {
      let requested = match.requested.map { $0 + (match.more ?? 0) }
      self.init(limit: body.contextSize ?? match.limit, requested: body.promptTokens ?? requested)
      return
    }
    let names = [body.code, body.type].compactMap { $0?.lowercased() }
    guard status == 413 || names.contains(where: Self.names.contains) else { return nil }
    self.init(limit: body.contextSize, requested: body.promptTokens)
  }

  private init(limit: Int?, requested: Int?) {
    self.limit = limit
    self.requested = requested
  }

  private static let names: Set<String> = [
    "context_length_exceeded", "exceed_context_size_error", "string_above_max_length", "request_too_large", "1261",
  ]

  /// Words of rate limits, some of which also speak of too many tokens.
  private static let throttling = [
    "rate limit", "too many requests", "too many tokens, please wait", "throttl", "per minute", "tokens per min",
  ]

  private static let overBudget = NumberPattern("request too large…limit #limit, requested #requested")

  /// The first that matches counts, so those with more numbers stand first.
  private static let patterns = [
    // llama.cpp, and proxies before it
    "request (#requested tokens) exceeds the available context size (#limit tokens",
    "exceeds the available context size",
    "context size has been exceeded",
    // OpenAI, vLLM, OpenRouter
    "maximum context length is #limit tokens…resulted in #requested tokens",
    "maximum context length is #limit tokens…requested #more output tokens…prompt contains at least #requested",
    "maximum context length is #limit tokens…requested about #requested tokens",
    "maximum context length is #limit tokens…requested #requested tokens",
    "maximum context length is #limit tokens…your request has #requested input tokens",
    "maximum context length is #limit",
    "exceeds the context window",
    "input tokens exceed the configured limit of #limit",
    "string too long. expected a string with maximum length",
    // Gemini
    "input token count (#requested) exceeds the maximum number of tokens allowed (#limit",
    "input token count…exceeds the maximum",
    // Anthropic
    "prompt is too long: #requested tokens > #limit",
    "exceed context limit: #requested + #more > #limit",
    "exceed context limit",
    "prompt is too long",
    // Groq
    "reduce the length of the messages",
    // Mistral
    "prompt contains #requested tokens…too large for model with #limit",
    "too large for model with #limit",
    // Together, text-generation-inference
    "the input (#requested tokens) is longer than the model's context length (#limit",
    "must be <= #limit. given: #requested `inputs` tokens and #more",
    // Poolside
    "input length #requested exceeds the maximum allowed input length of #limit",
    // LM Studio, Ollama
    "tokens to keep from the initial prompt is greater than the context length",
    "input length exceeds the context length",
    // xAI
    "maximum prompt length is #limit but the request contains #requested",
    // Moonshot, MiniMax, Zhipu, Cerebras
    "exceeded model token limit: #limit (requested: #requested",
    "context window exceeds limit",
    "prompt exceeds max length",
    "current length is #requested while limit is #limit",
    // LiteLLM, where what it passes on has none of these words
    "contextwindowexceedederror",
  ].map(NumberPattern.init)
}

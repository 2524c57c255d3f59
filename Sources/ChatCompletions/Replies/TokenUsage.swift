public import Transcripts

/// The tokens of one call as the server counted them.
public struct TokenUsage: Sendable, Hashable {
  /// All tokens of the request, those from a cache included.
  public var input: Int
  /// Those of `input` that came from the provider's cache.
  public var cachedInput: Int
  /// All tokens that are paid as output, reasoning included.
  public var output: Int
  /// Those of `output` that were reasoning, where the server says so.
  public var reasoning: Int

  /// Counts of tokens, of which the second and the fourth are parts of those before them.
  public init(input: Int, cachedInput: Int = 0, output: Int, reasoning: Int = 0) {
    self.input = input
    self.cachedInput = cachedInput
    self.output = output
    self.reasoning = reasoning
  }

  /// Reads a `usage` object of any known shape; nil where there is none, or where it says that the request had no tokens,
  /// which cannot be: what is not counted is estimated, what were counted as nothing would be free.
  public init?(_ json: JSON) {
    self.init(reading: json)
    guard input > 0 else { return nil }
  }

  private init?(reading json: JSON) {
    guard json.object != nil else { return nil }
    let count = { (key: String) in json[key]?.int.map { max(0, $0) } }
    let reasoning = json["completion_tokens_details"]?["reasoning_tokens"]?.int ?? count("reasoning_tokens") ?? 0
    if let input = count("prompt_tokens") {
      let written = count("completion_tokens") ?? 0
      let cached =
        json["prompt_tokens_details"]?["cached_tokens"]?.int ?? count("prompt_cache_hit_tokens")
        ?? count("cached_tokens")
      // Where reasoning is not part of the completion, only the total shows what is paid.
      let output = max(written, (count("total_tokens") ?? 0) - input)
      self.init(input: input, cachedInput: max(0, cached ?? 0), output: output, reasoning: max(0, reasoning))
    } else if let fresh = count("input_tokens") {
      let read = count("cache_read_input_tokens") ?? 0
      self.init(
        input: fresh + read + (count("cache_creation_input_tokens") ?? 0), cachedInput: read,
        output: count("output_tokens") ?? 0, reasoning: max(0, reasoning))
    } else {
      return nil
    }
  }
}

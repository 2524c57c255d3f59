import LanguageModels
public import Tokenization

extension ChatCompletionsLanguageModel {
  /// This model with ``tokenCounter`` set to a count of everything that a request sends, by the tokenizer.
  ///
  /// What a server adds to each message is what OpenAI's models add; tools and schemas count as the JSON that they are sent
  /// as, images as a flat number. With a ``contextSize``, a request that leaves no room for an answer is then refused
  /// before it is sent. The estimate is about a tenth off for most texts and up to a third for some, so that near the limit
  /// it refuses a request that would fit or lets one pass that does not.
  public func countingTokens(with tokenizer: some Tokenizer = EstimatingTokenizer()) -> ChatCompletionsLanguageModel {
    var model = self
    model.tokenCounter = { entries in InputTokens(tokenizer: tokenizer).count(entries) }
    return model
  }
}

/// What a history costs as the input of a request.
struct InputTokens<Counter: Tokenizer> {
  let tokenizer: Counter

  func count(_ entries: [Transcript.Entry]) -> Int {
    var sum = ChatCost.primedReply
    // Only the schema of the answer that is asked for is sent.
    let asked = entries.lastIndex { $0.kind == .prompt }
    for (index, entry) in entries.enumerated() {
      sum += count(entry)
      if index == asked, case .prompt(let prompt) = entry, let format = prompt.responseFormat {
        sum += tokenizer.count(format.name ?? "") + tokenizer.count((format.schema ?? .null).text)
      }
    }
    return sum
  }

  private func count(_ entry: Transcript.Entry) -> Int {
    switch entry {
    case .instructions(let instructions):
      let isBlank = entry.segments.isEmpty
      return instructions.toolDefinitions.reduce(isBlank ? 0 : tokens(of: entry)) { sum, tool in
        sum + tokenizer.count(tool.json.text)
      }
    case .toolCalls(let calls):
      return tokens(
        of: entry, calls: calls.calls.map { CountedCall(name: $0.toolName ?? "", arguments: $0.arguments ?? "") })
    case .toolOutput(let output): return tokens(of: entry, toolName: output.toolName)
    case .prompt, .response, .reasoning: return tokens(of: entry)
    }
  }

  private func tokens(of entry: Transcript.Entry, calls: [CountedCall] = [], toolName: String? = nil) -> Int {
    let texts = entry.segments.compactMap { segment -> String? in
      switch segment {
      case .text(let text): text.text
      case .structure(let structure): structure.content.text
      case .attachment: nil
      }
    }
    return tokenizer.entryTokens(
      kind: entry.kind, contents: texts, calls: calls, toolName: toolName,
      attachments: entry.segments.count - texts.count)
  }
}

import Extraction
import Tokenization
import Transcripts

/// Answers requests by an extract of the transcript that they hold.
struct Answering: Sendable {
  let tokenizer = EstimatingTokenizer()
  /// In tokens: prompt and reply together.
  var contextSize = 32_768
  /// How many times smaller than its transcript a summary is at least.
  var ratio = 5

  /// - Parameter number: The request's, for the ids of its calls.
  func completion(for request: ChatRequest, number: Int = 1) throws(APIError) -> Completion {
    let promptTokens = request.promptTokens(tokenizer)
    if promptTokens >= contextSize { throw .contextOverflow(tokens: promptTokens, contextSize: contextSize) }
    let limit = min(request.maxTokens ?? .max, contextSize - promptTokens)
    let calls = ToolCalling.calls(for: request, number: number)
    if !calls.isEmpty {
      return Completion(
        text: "", toolCalls: calls, finishReason: "tool_calls", promptTokens: promptTokens,
        completionTokens: calls.reduce(0) { $0 + tokenizer.count($1.name) + tokenizer.count($1.arguments) })
    }
    let (text, isCut) = cut(answer(to: request, atMost: limit), to: limit)
    return Completion(
      text: text, finishReason: isCut ? "length" : "stop", promptTokens: promptTokens,
      completionTokens: tokenizer.count(text))
  }

  /// An extract of the transcript; after calls, what the tools returned; with a schema, JSON that follows it. Where
  /// the record of a conversation is asked for, by a schema or in words, the extract goes into its fields.
  private func answer(to request: ChatRequest, atMost limit: Int) -> String {
    if RecordExtract.isAsked(in: request) { return record(of: request, atMost: limit) }
    let outputs = request.messages.reversed().prefix { $0.role == "tool" }.reversed().map(\.content)
    let text = outputs.isEmpty ? extract(of: request, atMost: limit) : outputs.joined(separator: "\n")
    guard let schema = request.schema else { return text }
    return SchemaInstance.value(of: schema, text: text).text
  }

  private func extract(of request: ChatRequest, atMost limit: Int) -> String {
    let transcript = request.messages.filter { $0.role == "user" }.flatMap { TranscriptText.utterances(in: $0.content) }
    let budget = budget(for: transcript, of: request, atMost: limit)
    let summary = ExtractiveSummarizer(tokenizer: tokenizer).summarize(transcript, atMost: budget)
    return summary.isEmpty ? shortestSentence(of: transcript) : summary
  }

  private func record(of request: ChatRequest, atMost limit: Int) -> String {
    let transcript = request.messages.filter { $0.role == "user" }.flatMap { TranscriptText.utterances(in: $0.content) }
    return RecordExtract(tokenizer: tokenizer).record(
      of: transcript, atMost: budget(for: transcript, of: request, atMost: limit), outputLimit: limit)
  }

  /// A transcript is made smaller by the ratio; earlier summaries are dense already, and may stay as they are.
  private func budget(for transcript: [Utterance], of request: ChatRequest, atMost limit: Int) -> Int {
    let tokens = tokenizer.count(transcript.lazy.map(\.text))
    let summaries = request.messages.filter { $0.role == "user" }.flatMap { TranscriptText.summaries(in: $0.content) }
    let dense = tokenizer.count(summaries.lazy.map(\.text))
    let wish = min(limit, TokenWish.last(in: request.messages) ?? .max)
    return min(wish, max((tokens - dense) / ratio + dense, min(48, tokens / 2)))
  }

  /// What is left to say where not even one sentence fits: the shortest that says something, else the longest.
  private func shortestSentence(of transcript: [Utterance]) -> String {
    let sentences = transcript.flatMap { Sentences.of($0.text) }
    let sayings = sentences.filter { tokenizer.count($0) >= 8 }
    return sayings.min { $0.utf8.count < $1.utf8.count } ?? sentences.max { $0.utf8.count < $1.utf8.count } ?? ""
  }

  private func cut(_ text: String, to limit: Int) -> (text: String, isCut: Bool) {
    guard tokenizer.count(text) > limit else { return (text, false) }
    var cut = text
    while !cut.isEmpty, tokenizer.count(cut) > limit { cut.removeLast() }
    return (cut, true)
  }
}

import Transcripts

/// Adds up the chunks of a stream, or takes one whole reply. Unknown members are ignored, known ones may have any type.
struct ReplyAccumulator {
  /// Of text and reasoning.
  var textBytes: Int { text.utf8.count + reasoning.utf8.count }
  private(set) var usage: TokenUsage?
  private(set) var signal: FinishSignal?
  private var text = ""
  private var reasoning = ""
  private var refusal = ""
  private var calls: ToolCallAssembler
  private var model: String?
  /// Nil where nobody reads along.
  private var recorder: DeltaRecorder?

  init(callIDPrefix: String, isFollowed: Bool) {
    calls = ToolCallAssembler(idPrefix: callIDPrefix)
    recorder = isFollowed ? DeltaRecorder() : nil
  }

  /// What came since the last time.
  mutating func takeDeltas() -> [ReplyDelta] { recorder?.take() ?? [] }

  enum Intake {
    /// `isToken` when the model wrote something.
    case taken(isToken: Bool)
    case failed(ErrorBody)
    /// Neither a chunk nor an error.
    case unknown
  }

  mutating func take(_ json: JSON) -> Intake {
    if let error = ErrorBody(ifErrorIn: json) {
      note(usageIn: json)
      _ = takeChoices(json)
      return .failed(error)
    }
    guard json.object != nil else { return .unknown }
    note(usageIn: json)
    if let model = json["model"]?.string, ServedModel.isName(model) { self.model = model }
    guard json["choices"]?.array != nil else { return .unknown }
    let isToken = takeChoices(json)
    if signal == .serverFailed {
      return .failed(ErrorBody(message: "the server ended its answer with an error", type: "server_error"))
    }
    return .taken(isToken: isToken)
  }

  var hasAnything: Bool { !text.isEmpty || !refusal.isEmpty || !calls.isEmpty }

  /// What there is, for an end that `signal` or else the end marker shows.
  mutating func conclude(evidence: ReplyContent.Evidence) -> ReplyContent {
    let content = content(evidence: evidence)
    recorder?.conclude(with: content)
    return content
  }

  private func content(evidence: ReplyContent.Evidence) -> ReplyContent {
    let (answer, tagged) = ThinkingTags.split(text)
    var content = ReplyContent()
    content.text = answer
    content.reasoning = reasoning.isEmpty ? tagged : reasoning
    content.refusal = refusal.isEmpty ? nil : refusal
    content.toolCalls = calls.calls()
    // Nor does an answer without tokens hold anything.
    content.usage = usage.flatMap { $0.output == 0 && hasAnything ? nil : $0 }
    content.model = model
    content.evidence = evidence
    if case .finish(let reason) = signal { content.finish = reason }
    if content.finish == .stop {
      if content.refusal != nil { content.finish = .refusal }
      // Some servers say `stop` although there are calls to make.
      if !content.toolCalls.isEmpty { content.finish = .toolCalls }
    }
    return content
  }

  private mutating func note(usageIn json: JSON) {
    // Where several chunks report, each reports the sum so far.
    if let reported = (json["usage"] ?? json["x_groq"]?["usage"]).flatMap(TokenUsage.init) { usage = reported }
  }

  private mutating func takeChoices(_ json: JSON) -> Bool {
    // Several answers may be interleaved; only one was asked for.
    let choice = json["choices"]?.array?.first { ($0["index"]?.int ?? 0) == 0 }
    guard let choice else { return false }
    if let word = choice["finish_reason"]?.string, !word.isEmpty { signal = FinishSignal(word) }
    // Some servers send the whole message so far beside each delta.
    guard let message = [choice["delta"], choice["message"]].compactMap(\.self).first(where: { $0.object != nil })
    else {
      return false
    }
    return take(message: message)
  }

  private mutating func take(message: JSON) -> Bool {
    var isToken = false
    // Thoughts come before what they lead to. The same thoughts may stand under two names.
    let thoughts =
      [message["reasoning_content"]?.string, message["reasoning"]?.string, Self.details(message["reasoning_details"])]
      .compactMap(\.self).first { !$0.isEmpty }
    if let thoughts {
      append(reasoning: thoughts)
      isToken = true
    }
    if take(content: message["content"]) { isToken = true }
    if let words = message["refusal"]?.string, !words.isEmpty {
      refusal += words
      isToken = true
    }
    for piece in message["tool_calls"]?.array ?? [] where calls.take(piece) { isToken = true }
    if let call = message["function_call"], calls.takeFunctionCall(call) { isToken = true }
    recorder?.note(calls)
    return isToken
  }

  private mutating func append(text piece: String) {
    text += piece
    recorder?.note(text: piece)
  }

  private mutating func append(reasoning piece: String) {
    reasoning += piece
    recorder?.note(reasoning: piece)
  }

  private mutating func take(content: JSON?) -> Bool {
    switch content {
    case .string(let piece):
      append(text: piece)
      return !piece.isEmpty
    case .array(let parts):
      return parts.reduce(false) { take(part: $1) || $0 }
    default:
      return false
    }
  }

  private mutating func take(part: JSON) -> Bool {
    if let piece = part.string {
      append(text: piece)
      return !piece.isEmpty
    }
    if let thinking = part["thinking"] {
      let piece = thinking.string ?? Self.details(thinking) ?? ""
      append(reasoning: piece)
      return !piece.isEmpty
    }
    if let words = part["refusal"]?.string {
      refusal += words
      return !words.isEmpty
    }
    let piece = part["text"]?.string ?? ""
    append(text: piece)
    return !piece.isEmpty
  }

  private static func details(_ parts: JSON?) -> String? {
    parts?.array?.compactMap { $0["text"]?.string ?? $0["summary"]?.string }.joined()
  }
}

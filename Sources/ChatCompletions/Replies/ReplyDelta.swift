/// What a reply has newly said, for who follows it while it comes.
public enum ReplyDelta: Sendable, Hashable {
  /// The next piece of the answer.
  case text(String)
  /// The next piece of what the model thinks.
  case reasoning(String)
  /// The next piece of a call's arguments, or its beginning. Every piece bears the id and the name.
  case toolCall(id: String, name: String, arguments: String)
  /// All of the answer, where the end has shown that what was given out as text was not.
  case replaceText(String)
  /// All of the reasoning, likewise.
  case replaceReasoning(String)
}

/// Writes down what is new, in the order in which it came.
struct DeltaRecorder: Sendable {
  private var deltas: [ReplyDelta] = []
  private var tags = ThinkingTagReader()
  private var text = ""
  private var reasoning = ""
  /// For each call that was given out, by its place, the bytes of its arguments that were.
  private var sentArguments: [Int: Int] = [:]

  mutating func take() -> [ReplyDelta] {
    defer { deltas = [] }
    return deltas
  }

  mutating func note(text piece: String) {
    let split = tags.read(piece)
    add(reasoning: split.reasoning)
    add(text: split.text)
  }

  mutating func note(reasoning piece: String) {
    add(reasoning: piece)
  }

  mutating func note(_ calls: ToolCallAssembler) {
    for (place, call) in calls.named { add(call, at: place) }
  }

  /// Gives out what was held back, and puts right what the whole reply shows to have been something else.
  mutating func conclude(with content: ReplyContent) {
    let rest = tags.finish()
    add(reasoning: rest.reasoning)
    add(text: rest.text)
    if !reasoning.utf8.elementsEqual(content.reasoning.utf8) { deltas.append(.replaceReasoning(content.reasoning)) }
    if !text.utf8.elementsEqual(content.text.utf8) { deltas.append(.replaceText(content.text)) }
    for (place, call) in content.toolCalls.enumerated() { add(call, at: place) }
  }

  private mutating func add(text piece: String) {
    guard !piece.isEmpty else { return }
    text += piece
    deltas.append(.text(piece))
  }

  private mutating func add(reasoning piece: String) {
    guard !piece.isEmpty else { return }
    reasoning += piece
    deltas.append(.reasoning(piece))
  }

  private mutating func add(_ call: ReplyContent.ToolCall, at place: Int) {
    let sent = sentArguments[place]
    let piece = String(decoding: call.arguments.utf8.dropFirst(sent ?? 0), as: UTF8.self)
    guard sent == nil || !piece.isEmpty else { return }
    sentArguments[place] = call.arguments.utf8.count
    deltas.append(.toolCall(id: call.id, name: call.name, arguments: piece))
  }
}

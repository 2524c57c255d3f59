import Extraction
import Tokenization
import Transcripts

/// Puts the sentences of an extract into the fields of the record that the compactor's prompt `facts` asks for: by who
/// says them, or by the heading that they stood under in an earlier summary.
struct RecordExtract {
  let tokenizer: EstimatingTokenizer

  /// Of a summary that is to be merged, with the field that each goes to.
  private static let fields: [(heading: String, name: String)] = [
    ("Goal", "goal"), ("Constraints", "constraints"), ("Preferences", "preferences"), ("Decisions", "decisions"),
    ("Facts", "facts"), ("Done", "work_done"), ("Artifacts", "artifacts"), ("Open", "open_items"),
    ("Now", "active_thread"), ("Identifiers", "identifiers"),
  ]
  private static let texts: Set<String> = ["goal", "active_thread"]

  static let headings = Set(fields.map(\.heading))

  /// What a text in a list costs besides its words, and all keys together.
  private static let overhead = (text: 3, keys: 60)

  /// By the schema's fields or, without a schema, by the keys in the words of a system message.
  static func isAsked(in request: ChatRequest) -> Bool {
    let sought = ["constraints", "open_items", "active_thread", "work_done"]
    if let schema = request.schema { return sought.allSatisfy { schema["properties"]?[$0] != nil } }
    guard request.tools.isEmpty else { return false }
    return request.messages.contains { message in
      message.role == "system" && sought.allSatisfy { message.content.contains("\"\($0)\"") }
    }
  }

  /// The record as JSON.
  ///
  /// - Parameters:
  ///   - budget: How many tokens all of its texts may have.
  ///   - outputLimit: How many the JSON may have.
  func record(of transcript: [Utterance], atMost budget: Int, outputLimit: Int) -> String {
    var budget = min(budget, max(outputLimit - Self.overhead.keys, 16))
    while true {
      let text = record(of: transcript, atMost: budget).text
      if budget <= 16 || tokenizer.count(text) <= outputLimit { return text }
      budget = budget * 3 / 4
    }
  }

  private func record(of transcript: [Utterance], atMost budget: Int) -> JSON {
    let sentences = ExtractiveSummarizer(tokenizer: tokenizer).sentences(
      of: transcript, atMost: budget, overhead: Self.overhead.text)
    let lastUser = transcript.lastIndex { $0.isUser }
    var values: [String: [String]] = [:]
    for sentence in sentences {
      let field = Self.field(of: sentence, lastUser: lastUser, hasGoal: values["goal"] != nil)
      let text = Self.withoutBullet(sentence.text)
      let isTaken = Self.texts.contains(field) && values[field] != nil && field == "goal"
      values[isTaken ? "facts" : field, default: []].append(text)
    }
    if sentences.isEmpty, let last = transcript.last { values["facts"] = [String(last.text.prefix(80))] }
    return .object(
      Self.fields.map { field in
        let values = values[field.name] ?? []
        // Of several summaries the newest thread is the active one.
        return JSON.Member(
          field.name,
          Self.texts.contains(field.name) ? .string(values.last ?? "") : .array(values.map { .string($0) }))
      })
  }

  private static func field(of sentence: ExtractedSentence, lastUser: Int?, hasGoal: Bool) -> String {
    let speaker = sentence.speaker ?? ""
    if let heading = fields.first(where: { $0.heading == speaker }) { return heading.name }
    if sentence.isConstraint { return "constraints" }
    if speaker.hasPrefix("Assistant calls") || speaker.hasPrefix("Result") {
      return sentence.text.contains("/") ? "artifacts" : "facts"
    }
    if speaker.hasPrefix("Assistant") { return "work_done" }
    if sentence.utterance == lastUser { return sentence.text.hasSuffix("?") ? "open_items" : "active_thread" }
    return hasGoal || speaker.isEmpty ? "facts" : "goal"
  }

  private static func withoutBullet(_ text: String) -> String {
    text.hasPrefix("- ") ? String(text.dropFirst(2)) : text
  }
}

extension Utterance {
  fileprivate var isUser: Bool { speaker == "User" }
}

public import Compaction

extension SummaryPrompt {
  /// Every prompt that a job can name.
  public static let builtIn: [SummaryPrompt] = [brief, shortBrief, facts, record]

  /// Connected prose.
  public static let brief = SummaryPrompt(
    name: "brief", version: 1,
    task: """
      You write a brief summary that takes the place of the oldest part of a conversation, so that the assistant can \
      go on without having read it. Say in connected sentences what the user wants, what was found out and decided, \
      what was done and with which result, what the user asked to be done or never done, and what is still open.
      """)

  /// A short text in the third person.
  public static let shortBrief = SummaryPrompt(
    name: "brief", version: 2,
    task: """
      You write a short summary that takes the place of the oldest part of a conversation, so that the assistant can go \
      on without having read it. Write in the third person, about "the user" and "the assistant", in a few plain \
      sentences: what the user asked for and which limits they set, what the assistant found out and did, and what \
      is still open. Leave out greetings, thanks and how the conversation went.
      """)

  /// A record of what matters, part by part: what a job has that names no prompt.
  public static let record = SummaryPrompt(
    name: "facts", version: 2, form: .record,
    task: """
      You write a record that takes the place of the oldest part of a conversation, so that the assistant can go on \
      without having read it. Say in as few words as possible what may be needed later: a fact is worth more than a \
      smooth sentence, and what the user demanded or forbade is worth most. Each thing stands in one place only.
      """)

  /// The one that a job has that names none.
  public static let standard = record

  /// A list of facts, which keeps more of them than prose does.
  public static let facts = SummaryPrompt(
    name: "facts", version: 1,
    task: """
      You write a list of facts that takes the place of the oldest part of a conversation, so that the assistant can \
      go on without having read it. Write one fact on a line that begins with "- ". In this order: every rule and \
      limit that the user set, in the user's own words; who and what it is about; what the user wants; decisions with \
      their reasons; every file, record or object that was read, made or changed, and how; results of tool calls that \
      may be needed again; errors and what was tried against them; what is still open. A fact that may be needed \
      later is worth more than a smooth sentence.
      """)

  /// The prompt with this name and version: a job's own, else a built-in one.
  public static func named(_ id: String, own: OwnPrompt?) throws(UnknownPrompt) -> SummaryPrompt {
    guard let own else { return try named(id) }
    let parts = id.split(separator: "@")
    guard parts.count == 2, let version = Int(parts[1]) else { throw UnknownPrompt(id: id) }
    return SummaryPrompt(
      name: String(parts[0]), version: version, form: own.isRecord ? .record : .text, task: own.text)
  }

  /// The built-in prompt with this name and version.
  public static func named(_ id: String) throws(UnknownPrompt) -> SummaryPrompt {
    guard let prompt = builtIn.first(where: { $0.id == id }) else { throw UnknownPrompt(id: id) }
    return prompt
  }
}

/// A name that no built-in prompt has.
public struct UnknownPrompt: Error, Equatable, CustomStringConvertible {
  /// What was asked for.
  public var id: String

  /// The prompt that was probably meant: another version of the same, or one that begins alike.
  public var nearest: String? {
    let name = id.prefix { $0 != "@" }.lowercased()
    let ids = SummaryPrompt.builtIn.map(\.id)
    if let version = SummaryPrompt.builtIn.last(where: { $0.name == name }) { return version.id }
    func likeness(_ other: String) -> Int { zip(name, other).prefix { $0 == $1 }.count }
    return ids.max { likeness($0) < likeness($1) }.flatMap { likeness($0) > 0 ? $0 : nil }
  }

  public var description: String {
    let names = SummaryPrompt.builtIn.map { "`\($0.id)`" }.joined(separator: ", ")
    let suggestion = nearest.map { "; did you mean `\($0)`?" } ?? ""
    return "there is no prompt `\(id)`, expected one of \(names)\(suggestion)"
  }
}

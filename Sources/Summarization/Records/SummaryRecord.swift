/// What a summary in the form of a record says, part by part.
public struct SummaryRecord: Sendable, Equatable {
  /// The parts, in the order in which they are written.
  public enum Field: String, Sendable, CaseIterable {
    /// What the user wants.
    case goal
    /// What the user demanded or forbade.
    case constraints
    /// What the user likes or usually does.
    case preferences
    /// What was decided, with reasons.
    case decisions
    /// Who and what it is about.
    case facts
    /// What was done, with results.
    case workDone = "work_done"
    /// What was read, made or changed, and how.
    case artifacts
    /// What is still to do.
    case openItems = "open_items"
    /// What was being talked about last.
    case activeThread = "active_thread"
    /// What may be needed again, word for word.
    case identifiers

    /// The word before it in the text of a summary.
    var heading: String {
      switch self {
      case .goal: "Goal"
      case .constraints: "Constraints"
      case .preferences: "Preferences"
      case .decisions: "Decisions"
      case .facts: "Facts"
      case .workDone: "Done"
      case .artifacts: "Artifacts"
      case .openItems: "Open"
      case .activeThread: "Now"
      case .identifiers: "Identifiers"
      }
    }

    /// Whether it is one text and no list.
    var isText: Bool { self == .goal || self == .activeThread }

    /// What belongs there, in the words of the prompt and of the schema.
    var meaning: String {
      switch self {
      case .goal: "what the user wants, in one sentence"
      case .constraints: "every rule and limit that the user set, in the user's own words"
      case .preferences: "what the user likes, dislikes or usually does"
      case .decisions: "what was decided, each with its reason"
      case .facts: "who and what it is about, and results that may be needed again"
      case .workDone: "what was done and with which result; errors and what was tried against them"
      case .artifacts: "each file, record or object that was read, made or changed, and how"
      case .openItems: "what is still to do or to answer"
      case .activeThread: "what was being talked about last, in one sentence"
      case .identifiers: "identifiers, numbers, paths and addresses that may be needed again and stand nowhere above"
      }
    }

    /// From the least to the most dispensable.
    static let dispensable: [Field] = [
      .identifiers, .workDone, .facts, .artifacts, .preferences, .decisions, .openItems,
    ]
  }

  /// One value where the field is a text; none where there is nothing to say.
  private var values: [Field: [String]] = [:]

  /// One that says nothing.
  public init() {}

  /// What a part says: each value on one line and once; of a text, one value.
  public subscript(field: Field) -> [String] {
    get { values[field] ?? [] }
    set {
      let texts = newValue.map(\.onOneLine).filter(\.hasWords)
      let kept = field.isText && !texts.isEmpty ? [texts.joined(separator: " ")] : texts.withoutRepetition
      values[field] = kept.isEmpty ? nil : kept
    }
  }

  /// Whether no part says anything.
  public var isEmpty: Bool { values.isEmpty }

  /// The record as text: a heading for each part that says something, lists as lines that begin with `- `.
  public var text: String {
    Field.allCases.compactMap { field -> String? in
      let values = self[field]
      guard !values.isEmpty else { return nil }
      if field.isText { return "\(field.heading): \(values[0])" }
      if field == .identifiers { return "\(field.heading): \(values.joined(separator: "; "))" }
      return "\(field.heading):\n" + values.map { "- \($0)" }.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// Takes the last value of the most dispensable part away; `false` where only goal, constraints and thread are left.
  mutating func shorten() -> Bool {
    guard let field = Field.dispensable.first(where: { !self[$0].isEmpty }) else { return false }
    self[field] = Array(self[field].dropLast())
    return true
  }
}

extension String {
  /// With one space in place of each run of white space.
  var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension [String] {
  fileprivate var withoutRepetition: [String] {
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}

/// One setting of a job file: the description that the check, the suggestions, the JSON Schema and
/// `docs/job-reference.md` are all made from.
struct Setting: Sendable {
  enum Presence: Sendable {
    case required
    /// Nothing takes its place when it is absent.
    case optional
    /// Absent, it reads as if this had been written.
    case standard(String)
    /// A section that may be absent: each of its settings then has its own default.
    case standardSection
  }

  var name: String
  var shape: Shape
  var presence: Presence
  /// A value that must never be shown.
  var isSecret: Bool
  /// One or two sentences in Markdown.
  var meaning: String

  init(_ name: String, _ shape: Shape, _ presence: Presence, secret: Bool = false, _ meaning: String) {
    self.name = name
    self.shape = shape
    self.presence = presence
    self.isSecret = secret
    self.meaning = meaning
  }
}

/// What may be written for a setting.
indirect enum Shape: Sendable {
  /// `true` or `false`.
  case flag
  case choice([Choice])
  case text(TextRule)
  /// A whole number; `unit` names what is counted.
  case count(ClosedRange<Int>, unit: String)
  case duration(ClosedRange<Duration>)
  /// US dollars; where `bare`, the currency may be left out.
  case money(bare: Bool)
  /// Above 0 % up to 100 %.
  case percent
  case decimal(ClosedRange<Double>)
  /// A string, number or Boolean of JSON.
  case jsonScalar
  case list(of: Shape, noun: String)
  case section(Section)
  /// A map with exactly one of the keys.
  case oneOf([Setting], noun: String)
  /// A map whose keys the user chooses.
  case table(keys: TextRule, values: Shape, noun: String)
  /// A scalar that reads as the first, or a map or list that reads as the second.
  case either(Shape, Shape)
}

struct Choice: Sendable {
  var name: String
  var meaning: String

  init(_ name: String, _ meaning: String = "") {
    self.name = name
    self.meaning = meaning
  }
}

/// A map with known keys.
struct Section: Sendable {
  /// Which of the settings have to be there, beyond those that are required by themselves.
  enum Constraint: Sendable {
    case none
    case atLeastOne
    case exactlyOne(of: [String])
    case notBoth(String, String)
  }

  /// For messages and as the heading in the reference: "limits".
  var title: String
  var settings: [Setting]
  var constraint: Constraint

  init(_ title: String, _ constraint: Constraint, _ settings: [Setting]) {
    self.title = title
    self.settings = settings
    self.constraint = constraint
  }

  init(_ title: String, _ settings: [Setting]) { self.init(title, .none, settings) }

  subscript(name: String) -> Setting? { settings.first { $0.name == name } }

  var hasSecrets: Bool { settings.contains { $0.isSecret } }
}

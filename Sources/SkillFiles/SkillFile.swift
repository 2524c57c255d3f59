public import LanguageModels
import YAMLDocuments

/// A `SKILL.md` file: what it says of the skill at its head, and the guidance below.
///
/// ```text
/// ---
/// name: plating
/// description: How dishes are arranged. Use it when a dish is described or served.
/// ---
///
/// Put an odd number of pieces on a plate. …
/// ```
///
/// The head is YAML between two lines of `---`, the first of which is the file's first line. `name` and `description`
/// must be there; other keys are allowed, and those with a plain value are kept in ``fields``.
public struct SkillFile: Sendable, Hashable {
  /// 1 to 64 lower-case letters, digits and hyphens, no hyphen at either end or beside another.
  public var name: String
  /// 1 to 1,024 characters.
  public var description: String
  /// The text below the head, without blank lines at either end. Never empty.
  public var body: String
  /// The values of other keys of the head, as they are written. Lists and maps are left out.
  public var fields: [String: String]

  /// In characters.
  static let descriptionLimit = 1_024
  static let nameLimit = 64

  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - text: What stands in the file.
  ///   - file: Its name, for messages.
  public init(parsing text: String, file: String) throws(SkillFileError) {
    let parts = try SkillFileParts(text, file: file)
    let head: YAMLNode
    do throws(YAMLProblem) {
      // The line break stands for the line that opens the head, so that lines are counted as in the file.
      head = try YAMLReader.read("\n" + parts.head, wording: .skills)
    } catch {
      throw SkillFileError(
        file: file, line: error.range.line, column: error.range.column, problem: error.message,
        expected: error.expected)
    }
    let fields = try SkillFileFields(head, file: file)
    name = try fields.name()
    description = try fields.description()
    body = parts.body
    self.fields = fields.others
  }
}

extension Skill {
  /// A prompt skill: the body is returned when the model calls the skill up.
  ///
  /// - Parameter onActivate: Runs each time it does.
  public init(prompt file: SkillFile, onActivate: Callback? = nil) {
    self.init(name: file.name, description: file.description, prompt: file.body, onActivate: onActivate)
  }

  /// An instructions skill: the body stands in the instructions while the skill is active.
  ///
  /// - Parameters:
  ///   - allowsDeactivation: Whether the model may turn it off again.
  ///   - tools: What else the model may call while it is active.
  ///   - onActivate: Runs when the model turns it on.
  ///   - onDeactivate: Runs when the model turns it off.
  public init(
    instructions file: SkillFile, allowsDeactivation: Bool = false, tools: [any Tool] = [],
    onActivate: Callback? = nil, onDeactivate: Callback? = nil
  ) {
    self.init(
      name: file.name, description: file.description, allowsDeactivation: allowsDeactivation, onActivate: onActivate,
      onDeactivate: onDeactivate
    ) {
      file.body
      tools
    }
  }
}

extension YAMLWording {
  fileprivate static let skills = YAMLWording(
    files: "skill files", whole: "`name` and `description`", one: "one head for each file")
}

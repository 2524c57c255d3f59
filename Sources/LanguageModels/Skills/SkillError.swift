/// Why a list of skills cannot be offered to a model.
public enum SkillError: Error, Sendable, Hashable {
  /// The name of a skill, or of the tool that calls them up, is not one.
  case malformedName(String, expected: String)
  /// Two skills have the same name.
  case duplicateName(String)
}

extension SkillError: CustomStringConvertible {
  /// What was found and what was expected, in one line.
  public var description: String {
    switch self {
    case .malformedName(let name, let expected): "`\(name)` cannot be a name here; expected \(expected)"
    case .duplicateName(let name): "two skills are named `\(name)`; expected a name for each skill"
    }
  }
}

/// The names that are accepted.
enum SkillNames {
  static let limit = 64

  static func check(_ skills: [Skill]) throws(SkillError) {
    var names: Set<String> = []
    for skill in skills {
      guard isWellFormed(skill.name) else {
        throw .malformedName(
          skill.name, expected: "1 to \(limit) characters without line breaks, and no blank at either end")
      }
      guard names.insert(skill.name).inserted else { throw .duplicateName(skill.name) }
    }
  }

  /// Servers accept no other names of tools.
  static func check(toolName name: String) throws(SkillError) {
    let isWellFormed = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isWellFormed, (1...limit).contains(name.utf8.count) else {
      throw .malformedName(name, expected: "1 to \(limit) letters, digits, `_` and `-`")
    }
  }

  private static func isWellFormed(_ name: String) -> Bool {
    guard let first = name.first, let last = name.last, name.count <= limit else { return false }
    let isControl = { (scalar: Unicode.Scalar) in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .format: true
      default: false
      }
    }
    return !first.isWhitespace && !last.isWhitespace && !name.unicodeScalars.contains(where: isControl)
  }
}

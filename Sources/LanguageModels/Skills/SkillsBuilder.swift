/// Puts a list of skills together, with branches and loops.
@resultBuilder
public enum SkillsBuilder {
  /// A skill.
  public static func buildExpression(_ skill: Skill) -> [Skill] { [skill] }

  /// Each skill of a list.
  public static func buildExpression(_ skills: [Skill]) -> [Skill] { skills }

  /// A skill, if there is one.
  public static func buildExpression(_ skill: Skill?) -> [Skill] { skill.map { [$0] } ?? [] }

  /// The lines of a block, in their order.
  public static func buildBlock(_ parts: [Skill]...) -> [Skill] { parts.flatMap(\.self) }

  /// An `if` without `else`.
  public static func buildOptional(_ part: [Skill]?) -> [Skill] { part ?? [] }

  /// The `if` part of an `if` with `else`, or a case of a `switch`.
  public static func buildEither(first part: [Skill]) -> [Skill] { part }

  /// The `else` part, or another case.
  public static func buildEither(second part: [Skill]) -> [Skill] { part }

  /// The rounds of a loop, in their order.
  public static func buildArray(_ parts: [[Skill]]) -> [Skill] { parts.flatMap(\.self) }

  /// A block that is there on some platforms only.
  public static func buildLimitedAvailability(_ part: [Skill]) -> [Skill] { part }
}

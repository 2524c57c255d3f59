/// Puts a list of skills together, with branches and loops.
@resultBuilder
public enum SkillsBuilder {
  public static func buildExpression(_ skill: Skill) -> [Skill] { [skill] }

  public static func buildExpression(_ skills: [Skill]) -> [Skill] { skills }

  public static func buildExpression(_ skill: Skill?) -> [Skill] { skill.map { [$0] } ?? [] }

  public static func buildBlock(_ parts: [Skill]...) -> [Skill] { parts.flatMap(\.self) }

  public static func buildOptional(_ part: [Skill]?) -> [Skill] { part ?? [] }

  public static func buildEither(first part: [Skill]) -> [Skill] { part }

  public static func buildEither(second part: [Skill]) -> [Skill] { part }

  public static func buildArray(_ parts: [[Skill]]) -> [Skill] { parts.flatMap(\.self) }

  public static func buildLimitedAvailability(_ part: [Skill]) -> [Skill] { part }
}

/// Puts a prompt together from lines: text that follows text is joined by a line break, everything else stays a part of
/// its own.
@resultBuilder
public enum PromptBuilder {
  public static func buildExpression(_ content: some PromptRepresentable) -> Prompt {
    content.promptRepresentation
  }

  public static func buildBlock(_ parts: Prompt...) -> Prompt { joined(parts) }

  public static func buildOptional(_ part: Prompt?) -> Prompt { part ?? Prompt() }

  public static func buildEither(first part: Prompt) -> Prompt { part }

  public static func buildEither(second part: Prompt) -> Prompt { part }

  public static func buildArray(_ parts: [Prompt]) -> Prompt { joined(parts) }

  public static func buildLimitedAvailability(_ part: Prompt) -> Prompt { part }

  private static func joined(_ parts: [Prompt]) -> Prompt {
    Prompt(segments: parts.map(\.segments).joined(by: "\n"))
  }
}

/// Puts a prompt together from lines: text that follows text is joined by a line break, everything else stays a part of
/// its own.
@resultBuilder
public enum PromptBuilder {
  /// One line.
  public static func buildExpression(_ content: some PromptRepresentable) -> Prompt {
    content.promptRepresentation
  }

  /// The lines of a block, in their order.
  public static func buildBlock(_ parts: Prompt...) -> Prompt { joined(parts) }

  /// An `if` without `else`.
  public static func buildOptional(_ part: Prompt?) -> Prompt { part ?? Prompt() }

  /// The `if` part of an `if` with `else`, or a case of a `switch`.
  public static func buildEither(first part: Prompt) -> Prompt { part }

  /// The `else` part, or another case.
  public static func buildEither(second part: Prompt) -> Prompt { part }

  /// The rounds of a loop, in their order.
  public static func buildArray(_ parts: [Prompt]) -> Prompt { joined(parts) }

  /// A block that is there on some platforms only.
  public static func buildLimitedAvailability(_ part: Prompt) -> Prompt { part }

  private static func joined(_ parts: [Prompt]) -> Prompt {
    Prompt(segments: parts.map(\.segments).joined(by: "\n"))
  }
}

/// Puts instructions together from lines: text that follows text is joined by a line break, everything else stays a
/// part of its own.
@resultBuilder
public enum InstructionsBuilder {
  /// One line.
  public static func buildExpression(_ content: some InstructionsRepresentable) -> Instructions {
    content.instructionsRepresentation
  }

  /// The lines of a block, in their order.
  public static func buildBlock(_ parts: Instructions...) -> Instructions { joined(parts) }

  /// An `if` without `else`.
  public static func buildOptional(_ part: Instructions?) -> Instructions { part ?? Instructions() }

  /// The `if` part of an `if` with `else`, or a case of a `switch`.
  public static func buildEither(first part: Instructions) -> Instructions { part }

  /// The `else` part, or another case.
  public static func buildEither(second part: Instructions) -> Instructions { part }

  /// The rounds of a loop, in their order.
  public static func buildArray(_ parts: [Instructions]) -> Instructions { joined(parts) }

  /// A block that is there on some platforms only.
  public static func buildLimitedAvailability(_ part: Instructions) -> Instructions { part }

  private static func joined(_ parts: [Instructions]) -> Instructions {
    Instructions(segments: parts.map(\.segments).joined(by: "\n"), tools: parts.flatMap(\.tools))
  }
}

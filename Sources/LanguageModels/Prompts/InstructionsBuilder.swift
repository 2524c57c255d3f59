/// Puts instructions together from lines: text that follows text is joined by a line break, everything else stays a
/// part of its own.
@resultBuilder
public enum InstructionsBuilder {
  public static func buildExpression(_ content: some InstructionsRepresentable) -> Instructions {
    content.instructionsRepresentation
  }

  public static func buildBlock(_ parts: Instructions...) -> Instructions { joined(parts) }

  public static func buildOptional(_ part: Instructions?) -> Instructions { part ?? Instructions() }

  public static func buildEither(first part: Instructions) -> Instructions { part }

  public static func buildEither(second part: Instructions) -> Instructions { part }

  public static func buildArray(_ parts: [Instructions]) -> Instructions { joined(parts) }

  public static func buildLimitedAvailability(_ part: Instructions) -> Instructions { part }

  private static func joined(_ parts: [Instructions]) -> Instructions {
    Instructions(segments: parts.map(\.segments).joined(by: "\n"), tools: parts.flatMap(\.tools))
  }
}

/// Puts dynamic instructions together from instructions, text and tools, with branches and loops.
@resultBuilder
public enum DynamicInstructionsBuilder {
  public static func buildExpression<Content: DynamicInstructions>(_ content: Content) -> Content { content }

  public static func buildExpression(_ text: String) -> Instructions { Instructions(text) }

  public static func buildExpression(_ tool: some Tool) -> Instructions { Instructions(tools: [tool]) }

  public static func buildExpression(_ tools: [any Tool]) -> Instructions { Instructions(tools: tools) }

  public static func buildBlock() -> EmptyDynamicInstructions { EmptyDynamicInstructions() }

  public static func buildBlock<Content: DynamicInstructions>(_ content: Content) -> Content { content }

  public static func buildBlock<each Content: DynamicInstructions>(
    _ contents: repeat each Content
  ) -> TupleDynamicInstructions<repeat each Content> {
    TupleDynamicInstructions(repeat each contents)
  }

  public static func buildOptional<Content: DynamicInstructions>(
    _ content: Content?
  ) -> ConditionalDynamicInstructions<Content, EmptyDynamicInstructions> {
    if let content { .init(.first(content)) } else { .init(.second(EmptyDynamicInstructions())) }
  }

  public static func buildEither<First: DynamicInstructions, Second: DynamicInstructions>(
    first content: First
  ) -> ConditionalDynamicInstructions<First, Second> {
    .init(.first(content))
  }

  public static func buildEither<First: DynamicInstructions, Second: DynamicInstructions>(
    second content: Second
  ) -> ConditionalDynamicInstructions<First, Second> {
    .init(.second(content))
  }

  public static func buildArray<Content: DynamicInstructions>(
    _ contents: [Content]
  ) -> DynamicInstructionsForEach<Content> {
    DynamicInstructionsForEach(contents: contents)
  }

  public static func buildLimitedAvailability(_ content: some DynamicInstructions) -> AnyDynamicInstructions {
    AnyDynamicInstructions(erasing: content)
  }
}

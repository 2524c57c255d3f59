/// Puts dynamic instructions together from instructions, text and tools, with branches and loops.
@resultBuilder
public enum DynamicInstructionsBuilder {
  /// One line.
  public static func buildExpression<Content: DynamicInstructions>(_ content: Content) -> Content { content }

  /// A text is instructions.
  public static func buildExpression(_ text: String) -> Instructions { Instructions(text) }

  /// A tool is offered to the model.
  public static func buildExpression(_ tool: some Tool) -> Instructions { Instructions(tools: [tool]) }

  /// Each tool of the list is offered to the model.
  public static func buildExpression(_ tools: [any Tool]) -> Instructions { Instructions(tools: tools) }

  /// No lines.
  public static func buildBlock() -> EmptyDynamicInstructions { EmptyDynamicInstructions() }

  /// The lines of a block, in their order.
  public static func buildBlock<Content: DynamicInstructions>(_ content: Content) -> Content { content }

  /// The lines of a block, in their order.
  public static func buildBlock<each Content: DynamicInstructions>(
    _ contents: repeat each Content
  ) -> TupleDynamicInstructions<repeat each Content> {
    TupleDynamicInstructions(repeat each contents)
  }

  /// An `if` without `else`.
  public static func buildOptional<Content: DynamicInstructions>(
    _ content: Content?
  ) -> ConditionalDynamicInstructions<Content, EmptyDynamicInstructions> {
    if let content { .init(.first(content)) } else { .init(.second(EmptyDynamicInstructions())) }
  }

  /// The `if` part of an `if` with `else`, or a case of a `switch`.
  public static func buildEither<First: DynamicInstructions, Second: DynamicInstructions>(
    first content: First
  ) -> ConditionalDynamicInstructions<First, Second> {
    .init(.first(content))
  }

  /// The `else` part, or another case.
  public static func buildEither<First: DynamicInstructions, Second: DynamicInstructions>(
    second content: Second
  ) -> ConditionalDynamicInstructions<First, Second> {
    .init(.second(content))
  }

  /// The rounds of a loop, in their order.
  public static func buildArray<Content: DynamicInstructions>(
    _ contents: [Content]
  ) -> DynamicInstructionsForEach<Content> {
    DynamicInstructionsForEach(contents: contents)
  }

  /// A block that is there on some platforms only.
  public static func buildLimitedAvailability(_ content: some DynamicInstructions) -> AnyDynamicInstructions {
    AnyDynamicInstructions(erasing: content)
  }
}

/// Dynamic instructions without content.
public struct EmptyDynamicInstructions: DynamicInstructions, PrimitiveInstructions {
  /// Empty instructions.
  public init() {}

  /// None: it is resolved without one.
  public var body: Never { return noBody() }

  func add(to draft: inout InstructionsDraft) {}
}

/// Several dynamic instructions, one after the other.
public struct TupleDynamicInstructions<each Content: DynamicInstructions>: DynamicInstructions, PrimitiveInstructions {
  private let contents: (repeat each Content)

  /// These, in their order.
  public init(_ contents: repeat each Content) {
    self.contents = (repeat each contents)
  }

  /// None: it is resolved without one.
  public var body: Never { return noBody() }

  func add(to draft: inout InstructionsDraft) throws {
    for content in repeat each contents { try draft.add(content) }
  }
}

/// The branch of an `if` or a `switch` that was taken.
public struct ConditionalDynamicInstructions<First: DynamicInstructions, Second: DynamicInstructions>:
  DynamicInstructions, PrimitiveInstructions
{
  enum Branch {
    case first(First)
    case second(Second)
  }

  private let branch: Branch

  init(_ branch: Branch) { self.branch = branch }

  /// None: it is resolved without one.
  public var body: Never { return noBody() }

  func add(to draft: inout InstructionsDraft) throws {
    switch branch {
    case .first(let content): try draft.add(content)
    case .second(let content): try draft.add(content)
    }
  }
}

/// What the rounds of a loop came to.
public struct DynamicInstructionsForEach<Content: DynamicInstructions>: DynamicInstructions, PrimitiveInstructions {
  let contents: [Content]

  /// None: it is resolved without one.
  public var body: Never { return noBody() }

  func add(to draft: inout InstructionsDraft) throws {
    for content in contents { try draft.add(content) }
  }
}

/// Dynamic instructions whose type is not said.
public struct AnyDynamicInstructions: DynamicInstructions, PrimitiveInstructions {
  private let content: any DynamicInstructions

  /// The same instructions without their type.
  public init(erasing content: some DynamicInstructions) {
    self.content = content
  }

  /// None: it is resolved without one.
  public var body: Never { return noBody() }

  func add(to draft: inout InstructionsDraft) throws { try draft.add(content) }
}

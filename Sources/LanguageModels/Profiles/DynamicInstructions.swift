/// Instructions and tools that are decided anew before each request.
///
/// ```swift
/// struct Desk: DynamicInstructions {
///   var isOpen: Bool
///
///   var body: some DynamicInstructions {
///     Instructions("You answer for a help desk.")
///     if isOpen { TransferTool() }
///   }
/// }
/// ```
///
/// The body may branch and loop. It may be evaluated several times for one request, so it must have no effect.
public protocol DynamicInstructions: Sendable {
  /// The type of the body.
  associatedtype Body: DynamicInstructions
  /// The instructions that these come to.
  @DynamicInstructionsBuilder var body: Body { get }
}

/// Instructions without a body: what the others are made of.
protocol PrimitiveInstructions {
  func add(to draft: inout InstructionsDraft) throws
}

/// Collects what dynamic instructions come to.
struct InstructionsDraft {
  var parts: [Instructions] = []
  private var depth = 0

  /// Deeper than anything that is written by hand: beyond it, a body contains itself.
  static let depthLimit = 200

  mutating func add(_ content: some DynamicInstructions) throws {
    guard depth < Self.depthLimit else { throw ProfileError.endlessBody(type: String(describing: type(of: content))) }
    depth += 1
    defer { depth -= 1 }
    if let primitive = content as? any PrimitiveInstructions {
      try primitive.add(to: &self)
    } else {
      try add(content.body)
    }
  }

  /// One value of all that was added, each part a segment of its own.
  func instructions() throws(ProfileError) -> Instructions {
    let tools = parts.flatMap(\.tools)
    var names: Set<String> = []
    for tool in tools where !names.insert(tool.name).inserted { throw .duplicateTool(name: tool.name) }
    return Instructions(segments: parts.flatMap(\.segments).numbered(under: "instructions"), tools: tools)
  }
}

extension Instructions: DynamicInstructions, PrimitiveInstructions {
  /// None: it is resolved without one.
  public var body: Never { return noBody() }

  func add(to draft: inout InstructionsDraft) throws { draft.parts.append(self) }
}

extension Never: DynamicInstructions, LanguageModelSession.DynamicProfile {
  /// None.
  public typealias Body = Never

  /// None: it is resolved without one.
  public var body: Never { return noBody() }
}

/// The body of what is resolved without one.
func noBody() -> Never {
  fatalError("this has no body: it is resolved without one")
}

public import Transcripts

/// What a model is told about its role, before any prompt, with the tools that belong to it.
///
/// Several of them in one profile stay separate segments of the one instructions entry.
public struct Instructions: Sendable {
  /// The parts. Their ids count from 1; a session gives them ids of its own when they become an entry.
  public var segments: [Transcript.Segment]
  /// The tools, in the order in which the model is told of them.
  public var tools: [any Tool]

  /// Instructions of these parts, as they are.
  public init(segments: [Transcript.Segment] = [], tools: [any Tool] = []) {
    self.segments = segments
    self.tools = tools
  }

  /// The instructions that the value stands for.
  public init(_ content: some InstructionsRepresentable) {
    self = content.instructionsRepresentation
  }

  /// The instructions that are written in the closure, line by line.
  public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows {
    self = try content()
  }

  /// The text of the text segments, joined by line breaks. Structures and attachments are left out.
  public var text: String { segments.text }
}

/// A value that can stand in instructions.
public protocol InstructionsRepresentable {
  /// The value as instructions.
  @InstructionsBuilder var instructionsRepresentation: Instructions { get }
}

extension Instructions: InstructionsRepresentable {
  /// The value as instructions.
  public var instructionsRepresentation: Instructions { return self }
}

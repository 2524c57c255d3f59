public import Transcripts

/// What is asked of a model, or told to it as a tool's output: text, structures and attachments in their order.
///
/// ```swift
/// let prompt = Prompt {
///   "Compare these two offers."
///   for offer in offers { offer }
///   if isUrgent { "One sentence is enough." }
/// }
/// ```
public struct Prompt: Sendable, Hashable {
  /// The parts. Their ids count from 1; a session gives them ids of its own when the prompt becomes an entry.
  public var segments: [Transcript.Segment]

  /// A prompt of these parts, as they are.
  public init(segments: [Transcript.Segment] = []) {
    self.segments = segments
  }

  /// The prompt that the value stands for.
  public init(_ content: some PromptRepresentable) {
    self = content.promptRepresentation
  }

  /// The prompt that is written in the closure, line by line.
  public init(@PromptBuilder _ content: () throws -> Prompt) rethrows {
    self = try content()
  }

  /// The text of the text segments, joined by line breaks. Structures and attachments are left out.
  public var text: String { segments.text }
}

/// A value that can stand in a prompt.
public protocol PromptRepresentable {
  /// The value as a prompt.
  @PromptBuilder var promptRepresentation: Prompt { get }
}

extension Prompt: PromptRepresentable {
  /// The value as a prompt.
  public var promptRepresentation: Prompt { return self }
}

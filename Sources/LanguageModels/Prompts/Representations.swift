public import Transcripts

// What can stand in a prompt and in instructions: text, lists and optionals of what can, parts of a transcript, and
// content that a model generated.

extension String: PromptRepresentable, InstructionsRepresentable {
  /// The value as a prompt.
  public var promptRepresentation: Prompt { return Prompt(segments: segments) }
  /// The value as instructions.
  public var instructionsRepresentation: Instructions { return Instructions(segments: segments) }

  private var segments: [Transcript.Segment] { isEmpty ? [] : [.text(id: "1", self)] }
}

extension Transcript.Segment: PromptRepresentable, InstructionsRepresentable {
  /// The value as a prompt.
  public var promptRepresentation: Prompt { return Prompt(segments: [self]) }
  /// The value as instructions.
  public var instructionsRepresentation: Instructions { return Instructions(segments: [self]) }
}

extension Optional: PromptRepresentable where Wrapped: PromptRepresentable {
  /// The value as a prompt.
  public var promptRepresentation: Prompt { return self?.promptRepresentation ?? Prompt() }
}

extension Optional: InstructionsRepresentable where Wrapped: InstructionsRepresentable {
  /// The value as instructions.
  public var instructionsRepresentation: Instructions { return self?.instructionsRepresentation ?? Instructions() }
}

extension Array: PromptRepresentable where Element: PromptRepresentable {
  /// The value as a prompt.
  public var promptRepresentation: Prompt { return PromptBuilder.buildArray(map(\.promptRepresentation)) }
}

extension Array: InstructionsRepresentable where Element: InstructionsRepresentable {
  /// The value as instructions.
  public var instructionsRepresentation: Instructions {
    return InstructionsBuilder.buildArray(map(\.instructionsRepresentation))
  }
}

extension ConvertibleToGeneratedContent {
  /// The content as a structure that bears the name of its type.
  public var promptRepresentation: Prompt { return Prompt(segments: [structure]) }

  /// The content as a structure that bears the name of its type.
  public var instructionsRepresentation: Instructions { return Instructions(segments: [structure]) }

  private var structure: Transcript.Segment {
    let source = String(describing: Self.self)
    return Transcript.Segment(json: [
      "type": "structure", "id": "1",
      "structure": ["source": .string(source), "content": generatedContent.json],
    ])
  }
}

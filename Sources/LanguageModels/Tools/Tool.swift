public import Transcripts

/// Something that a model may ask to be done on its behalf.
///
/// ```swift
/// struct Lookup: Tool {
///   let description = "Finds a city's temperature."
///
///   struct Arguments: Generable {
///     var city: String
///   }
///
///   func call(arguments: Arguments) async throws -> String {
///     "It is 21 degrees in \(arguments.city)."
///   }
/// }
/// ```
///
/// Where a model calls several tools at once, they run in parallel, and one tool may run twice at the same time.
public protocol Tool<Arguments, Output>: Sendable {
  /// What the model gives to a call. ``GeneratedContent`` is the JSON as it came.
  associatedtype Arguments: ConvertibleFromGeneratedContent
  /// What a call returns, as the model is to see it.
  associatedtype Output: PromptRepresentable

  /// What the model calls it. The type's name unless the tool says otherwise.
  var name: String { get }

  /// What the model is told of it, in a sentence or two.
  var description: String { get }

  /// The schema of the arguments: that of ``Arguments`` where the type has one.
  var parameters: GenerationSchema { get }

  /// Whether the instructions name the tool and its schema. True unless the tool says otherwise; a tool that is left
  /// out is still offered with each request.
  var includesSchemaInInstructions: Bool { get }

  /// Does what is asked. What is returned goes to the model as the call's output. What is thrown ends the turn with a
  /// ``LanguageModelSession/ToolCallError``; a `CancellationError` ends it as a cancellation.
  func call(arguments: Arguments) async throws -> Output
}

extension Tool {
  public var name: String { String(describing: Self.self) }

  public var includesSchemaInInstructions: Bool { true }

  /// The tool as a transcript names it.
  public var definition: Transcript.ToolDefinition {
    Transcript.ToolDefinition(name: name, description: description, parameters: parameters.json)
  }
}

extension Tool where Arguments: Generable {
  public var parameters: GenerationSchema { Arguments.generationSchema }
}

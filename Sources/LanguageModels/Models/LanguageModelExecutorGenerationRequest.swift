public import FoundationEssentials
public import Transcripts

/// What an executor is asked to answer.
public struct LanguageModelExecutorGenerationRequest: Sendable {
  /// Tells this request from every other, for the logs of both sides.
  public var id: UUID
  /// The history to continue: instructions first, where there are any, the prompt or the last tool output at the end.
  public var transcript: Transcript
  /// The tools that the model may call. Empty where calling is disallowed, also when the instructions name some.
  public var enabledToolDefinitions: [Transcript.ToolDefinition]
  /// The schema that the answer must follow, or `nil` for text.
  public var schema: GenerationSchema?
  /// Sampling, the limit of the answer and the tool-calling mode, what the caller left open filled in from the profile.
  public var generationOptions: GenerationOptions
  /// The reasoning level and whether the schema is shown in the prompt, filled in from the profile likewise.
  public var contextOptions: ContextOptions
  /// What the caller wants to be passed on with the request.
  public var metadata: [String: GeneratedContent]

  /// A request as a session makes it; executors' tests make their own.
  public init(
    id: UUID, transcript: Transcript, enabledTools: [Transcript.ToolDefinition] = [], schema: GenerationSchema? = nil,
    generationOptions: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) {
    self.id = id
    self.transcript = transcript
    enabledToolDefinitions = enabledTools
    self.schema = schema
    self.generationOptions = generationOptions
    self.contextOptions = contextOptions
    self.metadata = metadata.mapValues(\.generatedContent)
  }
}

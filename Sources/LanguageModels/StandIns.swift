public import Transcripts

// Types of other folders until these are merged. Cut from here what is.

// Models/
public protocol LanguageModel: Sendable {}

public struct GenerationOptions: Sendable, Hashable {
  public var temperature: Double?
  public var samplingMode: SamplingMode?
  public var maximumResponseTokens: Int?
  public var toolCallingMode: ToolCallingMode?
  public init() {}
  public enum SamplingMode: Sendable, Hashable { case greedy }
  public enum ToolCallingMode: Sendable, Hashable { case allowed, disallowed, required }
}

public struct ContextOptions: Sendable, Hashable {
  public var reasoningLevel: ReasoningLevel?
  public init() {}
  public enum ReasoningLevel: Sendable, Hashable { case light, moderate, deep }
}

// Sessions/
public final class LanguageModelSession: Sendable {}

// Tools/
public protocol Tool<Arguments, Output>: Sendable {
  associatedtype Arguments: ConvertibleFromGeneratedContent
  associatedtype Output: PromptRepresentable
  var name: String { get }
  var description: String { get }
  var parameters: GenerationSchema { get }
  func call(arguments: Arguments) async throws -> Output
}

// Generation/
public protocol ConvertibleFromGeneratedContent: Sendable {
  init(_ content: GeneratedContent) throws
}

public protocol ConvertibleToGeneratedContent: PromptRepresentable, InstructionsRepresentable {
  var generatedContent: GeneratedContent { get }
}

public struct GeneratedContent: Sendable, Hashable, ConvertibleToGeneratedContent, ConvertibleFromGeneratedContent {
  public var json: JSON
  public init(json: String) throws { self.json = try JSON(parsing: json) }
  public init(_ content: GeneratedContent) throws { self = content }
  public var generatedContent: GeneratedContent { self }
}

public struct GenerationSchema: Sendable, Hashable {
  public var name: String?
  public var json: JSON
}

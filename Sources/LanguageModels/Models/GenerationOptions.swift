/// How the tokens of an answer are chosen. What is `nil` is left to the model.
public struct GenerationOptions: Sendable, Hashable {
  /// How one token is picked from the distribution.
  public var samplingMode: SamplingMode?
  /// From 0; higher values make less likely tokens likelier.
  public var temperature: Double?
  /// The number of tokens after which the answer is cut off. A guard against runaway answers, not a way to ask for
  /// short ones.
  public var maximumResponseTokens: Int?
  /// Whether tools may, must or must not be called; `nil` is ``ToolCallingMode/allowed``.
  public var toolCallingMode: ToolCallingMode?

  /// Options that leave everything to the model but what is given.
  public init(
    samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil,
    toolCallingMode: ToolCallingMode? = nil
  ) {
    self.samplingMode = samplingMode
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
    self.toolCallingMode = toolCallingMode
  }

  /// These options, and what they leave open from others.
  public func filled(from defaults: GenerationOptions) -> GenerationOptions {
    GenerationOptions(
      samplingMode: samplingMode ?? defaults.samplingMode, temperature: temperature ?? defaults.temperature,
      maximumResponseTokens: maximumResponseTokens ?? defaults.maximumResponseTokens,
      toolCallingMode: toolCallingMode ?? defaults.toolCallingMode)
  }

  /// How one token is picked from the distribution.
  public struct SamplingMode: Sendable, Hashable {
    /// Which way of picking it is, with its numbers.
    public var kind: Kind

    /// The ways of picking a token.
    public enum Kind: Sendable, Hashable {
      /// The most likely token, always.
      case greedy
      /// One of the so many most likely tokens.
      case randomTopK(Int, seed: UInt64?)
      /// One of the most likely tokens that together reach this probability, from 0 to 1.
      case randomProbabilityThreshold(Double, seed: UInt64?)
    }

    /// The mode of a kind.
    public init(kind: Kind) { self.kind = kind }

    /// The most likely token, always.
    public static var greedy: SamplingMode { SamplingMode(kind: .greedy) }

    /// By chance among the `k` most likely tokens, by the same chance again where a seed is given and the model keeps
    /// to it.
    public static func random(top k: Int, seed: UInt64? = nil) -> SamplingMode {
      SamplingMode(kind: .randomTopK(k, seed: seed))
    }

    /// By chance among the most likely tokens that together reach the probability, from 0 to 1.
    public static func random(probabilityThreshold: Double, seed: UInt64? = nil) -> SamplingMode {
      SamplingMode(kind: .randomProbabilityThreshold(probabilityThreshold, seed: seed))
    }
  }

  /// What the model may do with the tools it is offered.
  public enum ToolCallingMode: String, Sendable, Hashable, CaseIterable {
    /// The model decides.
    case allowed
    /// No tool is offered, and none is run.
    case disallowed
    /// Every request asks for a tool call. The turn ends when the profile switches the mode, when a tool throws (a
    /// `CancellationError` to stop without a fault), when the model answers all the same, or at the limit of rounds.
    case required
  }
}

/// What stands in the context besides the transcript. What is `nil` is left to the model.
public struct ContextOptions: Sendable, Hashable {
  /// Whether the schema is also described in the prompt, for models that follow a description better.
  public var includeSchemaInPrompt: Bool?
  /// How much the model thinks before it answers. Needs a model that declares reasoning.
  public var reasoningLevel: ReasoningLevel?

  /// Options that leave everything to the model but what is given.
  public init(includeSchemaInPrompt: Bool? = nil, reasoningLevel: ReasoningLevel? = nil) {
    self.includeSchemaInPrompt = includeSchemaInPrompt
    self.reasoningLevel = reasoningLevel
  }

  /// These options, and what they leave open from others.
  public func filled(from defaults: ContextOptions) -> ContextOptions {
    ContextOptions(
      includeSchemaInPrompt: includeSchemaInPrompt ?? defaults.includeSchemaInPrompt,
      reasoningLevel: reasoningLevel ?? defaults.reasoningLevel)
  }

  /// How much the model thinks before it answers.
  public enum ReasoningLevel: Sendable, Hashable {
    /// A little.
    case light
    /// As much as for most tasks.
    case moderate
    /// As much as the model can.
    case deep
    /// A word that the model's server knows.
    case custom(String)
  }
}

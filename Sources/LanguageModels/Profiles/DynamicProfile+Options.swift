// Modifiers apply from the outside in: the one written last comes first. A value set further inside, nearer to the
// profile, therefore replaces one set further outside; `nil` replaces nothing.
extension LanguageModelSession.DynamicProfile {
  /// The model that is asked, unless a profile within names another.
  public func model(_ model: some LanguageModel) -> some LanguageModelSession.DynamicProfile {
    configured { $0.model = model }
  }

  /// The model that is asked, where its type is only known when the program runs.
  public func model(_ model: any LanguageModel) -> some LanguageModelSession.DynamicProfile {
    configured { $0.model = model }
  }

  /// The temperature of sampling, 0 and up.
  public func temperature(_ temperature: Double?) -> some LanguageModelSession.DynamicProfile {
    configured { $0.options.temperature = temperature ?? $0.options.temperature }
  }

  /// How tokens are chosen.
  public func samplingMode(
    _ samplingMode: GenerationOptions.SamplingMode?
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.options.samplingMode = samplingMode ?? $0.options.samplingMode }
  }

  /// The most tokens that one response may have. A response that reaches it is cut off.
  public func maximumResponseTokens(_ tokens: Int?) -> some LanguageModelSession.DynamicProfile {
    configured { $0.options.maximumResponseTokens = tokens ?? $0.options.maximumResponseTokens }
  }

  /// How much the model reasons before it answers.
  public func reasoningLevel(
    _ reasoningLevel: ContextOptions.ReasoningLevel?
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.contextOptions.reasoningLevel = reasoningLevel ?? $0.contextOptions.reasoningLevel }
  }

  /// Whether the model may, must or must not call tools.
  public func toolCallingMode(
    _ toolCallingMode: GenerationOptions.ToolCallingMode?
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.options.toolCallingMode = toolCallingMode ?? $0.options.toolCallingMode }
  }

  /// What becomes of the transcript when a request fails.
  public func transcriptErrorHandlingPolicy(
    _ policy: TranscriptErrorHandlingPolicy?
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.transcriptErrorHandlingPolicy = policy ?? $0.transcriptErrorHandlingPolicy }
  }
}

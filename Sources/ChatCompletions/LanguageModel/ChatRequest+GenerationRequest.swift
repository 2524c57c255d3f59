import LanguageModels

extension ChatRequest {
  /// A model's request as it is sent.
  ///
  /// - Throws: `LanguageModelError.unsupportedTranscriptContent(_:)` for a history that no server takes, and
  ///   `LanguageModelError.unsupportedCapability(_:)` for images where the model sees none.
  init(
    _ request: LanguageModelExecutorGenerationRequest, to model: ChatCompletionsLanguageModel
  ) throws(LanguageModelError) {
    let options = request.generationOptions
    var messages = try MessageMapping.messages(
      of: request.transcript.entries, seesImages: model.capabilities.contains(.vision))
    let output = request.schema?.structuredOutput
    if let schema = request.schema, request.contextOptions.includeSchemaInPrompt == true,
      let prompt = messages.lastIndex(where: { $0.role == .user })
    {
      messages[prompt].append(paragraph: schema.promptText)
    }
    self.init(
      model: model.name, messages: messages, maximumOutputTokens: options.maximumResponseTokens,
      temperature: options.temperature,
      responseFormat: output.map {
        ResponseFormat(name: SchemaName.sanitized($0.name), schema: $0.schema, isStrict: $0.isStrict)
      })
    apply(options.samplingMode)
    reasoningEffort = request.contextOptions.reasoningLevel?.effort
    tools = ChatTools(request, allowsParallelCalls: model.allowsParallelToolCalls)
  }

  /// Greedy is temperature 0, and not `top_p` 0, which several servers refuse.
  private mutating func apply(_ mode: GenerationOptions.SamplingMode?) {
    switch mode?.kind {
    case nil: break
    case .greedy: temperature = 0
    case .randomTopK(let k, let seed):
      sampling.topK = max(1, k)
      sampling.seed = seed
    case .randomProbabilityThreshold(let threshold, let seed):
      sampling.seed = seed
      if threshold > 0 { sampling.topP = min(1, threshold) } else { temperature = 0 }
    }
  }
}

extension ChatTools {
  /// Nil where there is nothing to offer.
  ///
  /// A history with calls keeps its tools also where none may be called, since some servers refuse calls of tools that
  /// they are not told of; the server is then told that none may be called.
  fileprivate init?(_ request: LanguageModelExecutorGenerationRequest, allowsParallelCalls: Bool?) {
    var definitions = request.enabledToolDefinitions
    var choice: Choice? = request.generationOptions.toolCallingMode == .required ? .required : nil
    if definitions.isEmpty, request.transcript.contains(where: { $0.kind == .toolCalls }) {
      definitions = request.transcript.flatMap { entry -> [Transcript.ToolDefinition] in
        if case .instructions(let instructions) = entry { instructions.toolDefinitions } else { [] }
      }
      choice = Choice.none
    }
    self.init(
      definitions.compactMap { definition in
        guard let name = definition.name else { return nil }
        return Definition(
          name: name, description: definition.description ?? "", parameters: definition.parameters ?? Self.noArguments)
      }, choice: choice, inParallel: choice == Choice.none ? nil : allowsParallelCalls)
  }

  private static let noArguments: JSON = ["type": "object", "properties": [:]]
}

extension ContextOptions.ReasoningLevel {
  /// The words that most servers know.
  var effort: String {
    switch self {
    case .light: "low"
    case .moderate: "medium"
    case .deep: "high"
    case .custom(let word): word
    }
  }
}

/// A schema's name as servers take it: up to 64 letters, digits, `_` and `-`.
enum SchemaName {
  static func sanitized(_ name: String) -> String {
    let safe = name.unicodeScalars.prefix(64).map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-": Character(scalar)
      default: "_"
      }
    }
    return safe.isEmpty ? "answer" : String(safe)
  }
}

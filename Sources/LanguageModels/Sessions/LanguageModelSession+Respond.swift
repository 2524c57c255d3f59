extension LanguageModelSession {
  /// Answers the prompt with text.
  ///
  /// - Parameters:
  ///   - prompt: What is asked.
  ///   - options: What is left open is the profile's to say.
  ///   - contextOptions: What is left open is the profile's to say.
  ///   - metadata: Passed on to the model's executor, and kept with the prompt.
  /// - Throws: ``LanguageModelError``, ``LanguageModelSession/Error``, ``LanguageModelSession/ToolCallError``,
  ///   `CancellationError`, and what hooks and transforms throw. What stays of the turn then is for
  ///   ``TranscriptErrorHandlingPolicy`` to say.
  @discardableResult
  public func respond(
    to prompt: some PromptRepresentable, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<String> {
    try await perform(
      TurnRequest(prompt, nil, options, contextOptions, metadata), observe: nil, decode: AnswerReader.text)
  }

  /// Answers the prompt that is written in the closure with text. See ``respond(to:options:contextOptions:metadata:)``.
  @discardableResult
  public func respond(
    options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<String> {
    try await respond(to: try prompt(), options: options, contextOptions: contextOptions, metadata: metadata)
  }

  /// Answers the prompt with a value of the type. See ``respond(to:options:contextOptions:metadata:)``.
  ///
  /// - Parameters:
  ///   - prompt: What is asked.
  ///   - type: Its schema is the answer's.
  ///   - includeSchemaInPrompt: Whether the schema is also described to the model in words.
  ///   - options: What is left open is the profile's to say.
  ///   - contextOptions: What is left open is the profile's to say.
  ///   - metadata: Passed on to the model's executor, and kept with the prompt.
  @discardableResult
  public func respond<Content: Generable & Sendable>(
    to prompt: some PromptRepresentable, generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool? = nil, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<Content> {
    let request = TurnRequest(
      prompt, AnswerReader.schema(of: type), options, contextOptions.including(schema: includeSchemaInPrompt), metadata)
    return try await perform(request, observe: nil, decode: AnswerReader.value(of: type))
  }

  /// Answers the prompt that is written in the closure with a value of the type.
  @discardableResult
  public func respond<Content: Generable & Sendable>(
    generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool? = nil,
    options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<Content> {
    try await respond(
      to: try prompt(), generating: type, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
      contextOptions: contextOptions, metadata: metadata)
  }

  /// Answers the prompt with content that follows the schema. See ``respond(to:options:contextOptions:metadata:)``.
  @discardableResult
  public func respond(
    to prompt: some PromptRepresentable, schema: GenerationSchema, includeSchemaInPrompt: Bool? = nil,
    options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) async throws -> Response<GeneratedContent> {
    let request = TurnRequest(
      prompt, schema, options, contextOptions.including(schema: includeSchemaInPrompt), metadata)
    return try await perform(request, observe: nil, decode: AnswerReader.content(under: schema))
  }

  /// Answers the prompt that is written in the closure with content that follows the schema.
  @discardableResult
  public func respond(
    schema: GenerationSchema, includeSchemaInPrompt: Bool? = nil, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) async throws -> Response<GeneratedContent> {
    try await respond(
      to: try prompt(), schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
      contextOptions: contextOptions, metadata: metadata)
  }
}

extension LanguageModelSession {
  /// Runs one turn in the caller's task.
  func perform<Content: Sendable>(
    _ request: TurnRequest, observe: (@Sendable (TurnProgress) -> Void)?,
    decode: @escaping @Sendable (String) throws -> (content: Content, raw: GeneratedContent)
  ) async throws -> Response<Content> {
    let checkpoint = try begin()
    return try await perform(request, from: checkpoint, observe: observe, decode: decode)
  }

  /// Runs a turn that has begun, and ends it.
  func perform<Content: Sendable>(
    _ request: TurnRequest, from checkpoint: Checkpoint, observe: (@Sendable (TurnProgress) -> Void)?,
    decode: @escaping @Sendable (String) throws -> (content: Content, raw: GeneratedContent)
  ) async throws -> Response<Content> {
    do {
      let response = try await properties.withCurrent {
        var turn = Turn(session: self, request: request, decode: decode, observe: observe)
        return try await turn.run()
      }
      end()
      return response
    } catch {
      end(failed: checkpoint)
      throw error
    }
  }
}

extension TurnRequest {
  init(
    _ prompt: some PromptRepresentable, _ schema: GenerationSchema?, _ options: GenerationOptions,
    _ contextOptions: ContextOptions, _ metadata: [String: any ConvertibleToGeneratedContent]
  ) {
    self.init(
      prompt: prompt.promptRepresentation, schema: schema, options: options, contextOptions: contextOptions,
      metadata: metadata.mapValues(\.generatedContent))
  }
}

extension ContextOptions {
  func including(schema: Bool?) -> ContextOptions {
    ContextOptions(includeSchemaInPrompt: schema).filled(from: self)
  }
}

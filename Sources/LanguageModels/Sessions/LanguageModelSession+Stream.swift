extension LanguageModelSession {
  /// Answers the prompt with text that can be read while it comes. The request begins at once.
  ///
  /// What would be thrown by ``respond(to:options:contextOptions:metadata:)`` is thrown by the stream.
  public func streamResponse(
    to prompt: some PromptRepresentable, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> ResponseStream<String> {
    stream(
      TurnRequest(prompt, nil, options, contextOptions, metadata), generating: String.self, decode: AnswerReader.text)
  }

  /// Answers the prompt that is written in the closure with text that can be read while it comes.
  public func streamResponse(
    options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> ResponseStream<String> {
    streamResponse(to: try prompt(), options: options, contextOptions: contextOptions, metadata: metadata)
  }

  /// Answers the prompt with a value of the type, whose parts can be read while they come.
  public func streamResponse<Content: Generable & Sendable>(
    to prompt: some PromptRepresentable, generating type: Content.Type = Content.self,
    includeSchemaInPrompt: Bool? = nil, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> ResponseStream<Content> where Content.PartiallyGenerated: Sendable {
    let request = TurnRequest(
      prompt, AnswerReader.schema(of: type), options, contextOptions.including(schema: includeSchemaInPrompt), metadata)
    return stream(request, generating: type, decode: AnswerReader.value(of: type))
  }

  /// Answers the prompt that is written in the closure with a value of the type, whose parts can be read while they come.
  public func streamResponse<Content: Generable & Sendable>(
    generating type: Content.Type = Content.self, includeSchemaInPrompt: Bool? = nil,
    options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:], @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> ResponseStream<Content> where Content.PartiallyGenerated: Sendable {
    streamResponse(
      to: try prompt(), generating: type, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
      contextOptions: contextOptions, metadata: metadata)
  }

  /// Answers the prompt with content that follows the schema, whose parts can be read while they come.
  public func streamResponse(
    to prompt: some PromptRepresentable, schema: GenerationSchema, includeSchemaInPrompt: Bool? = nil,
    options: GenerationOptions = GenerationOptions(), contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> ResponseStream<GeneratedContent> {
    let request = TurnRequest(
      prompt, schema, options, contextOptions.including(schema: includeSchemaInPrompt), metadata)
    return stream(request, generating: GeneratedContent.self, decode: AnswerReader.content(under: schema))
  }

  /// Answers the prompt that is written in the closure with content that follows the schema, whose parts can be read while
  /// they come.
  public func streamResponse(
    schema: GenerationSchema, includeSchemaInPrompt: Bool? = nil, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(), metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> ResponseStream<GeneratedContent> {
    streamResponse(
      to: try prompt(), schema: schema, includeSchemaInPrompt: includeSchemaInPrompt, options: options,
      contextOptions: contextOptions, metadata: metadata)
  }
}

extension LanguageModelSession {
  private func stream<Content: Generable & Sendable>(
    _ request: TurnRequest, generating type: Content.Type,
    decode: @escaping @Sendable (String) throws -> (content: Content, raw: GeneratedContent)
  ) -> ResponseStream<Content> where Content.PartiallyGenerated: Sendable {
    typealias Snapshot = ResponseStream<Content>.Snapshot
    // Only the latest waits: a snapshot holds all that the ones before it held.
    let (snapshots, continuation) = AsyncThrowingStream<Snapshot, any Swift.Error>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let checkpoint = Result { try begin() }
    let partial = AnswerReader.partialValue(of: type)
    // The stream is given to a reader at once, and the reader has a task of its own: nothing structured holds both.
    let task = Task {
      do {
        let response = try await perform(
          request, from: try checkpoint.get(),
          observe: { progress in
            guard let (content, raw) = try? partial(progress.reply.text) else { return }
            continuation.yield(
              Snapshot(
                content: content, rawContent: raw, transcriptEntries: progress.entries[...], usage: progress.usage))
          }, decode: decode)
        continuation.yield(
          Snapshot(
            content: try Content.PartiallyGenerated(response.rawContent), rawContent: response.rawContent,
            transcriptEntries: response.transcriptEntries, usage: response.usage))
        continuation.finish()
        return response
      } catch {
        continuation.finish(throwing: error)
        throw error
      }
    }
    continuation.onTermination = { termination in
      if case .cancelled = termination { task.cancel() }
    }
    return ResponseStream(snapshots: snapshots, task: task)
  }
}

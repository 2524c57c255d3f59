internal import FoundationEssentials
internal import Transcripts

/// One turn of a session: a prompt, the model's replies, the tools that they call, and the answer.
///
/// What is decided is decided by values (``RequestCheck``, ``TurnLoop``, ``ResponseAccumulator``,
/// ``InterruptedReply``); the turn carries it out.
struct Turn<Content: Sendable>: Sendable {
  let session: LanguageModelSession
  let request: TurnRequest
  /// Makes the content of the answer's text.
  let decode: @Sendable (_ text: String) throws -> (content: Content, raw: GeneratedContent)
  let observe: (@Sendable (TurnProgress) -> Void)?

  /// What the turn added to the transcript so far, the prompt first.
  private var entries: [Transcript.Entry] = []
  private var usage = LanguageModelUsage()
  private var loop: TurnLoop

  init(
    session: LanguageModelSession, request: TurnRequest,
    decode: @escaping @Sendable (String) throws -> (content: Content, raw: GeneratedContent),
    observe: (@Sendable (TurnProgress) -> Void)?
  ) {
    self.session = session
    self.request = request
    self.decode = decode
    self.observe = observe
    loop = TurnLoop(limit: session.maximumToolRounds)
  }

  mutating func run() async throws -> LanguageModelSession.Response<Content> {
    try await begin()
    while true {
      let profile = try await activeProfile()
      let reply = try await ask(profile)
      let entries = identified(reply)
      switch loop.step(after: entries) {
      case .answer: return try await answer(reply, entries, profile)
      case .run(let calls):
        append(entries)
        try await run(calls, profile)
      case .giveUp:
        append(InterruptedReply.preserved(entries))
        throw LanguageModelSession.Error.tooManyToolRounds(limit: loop.limit)
      }
    }
  }

  /// Resolves the profile anew, as it is before each request, and runs what its change brings.
  private func activeProfile() async throws -> ResolvedProfile {
    let profile = try session.profile.resolve(in: session.properties)
    for action in session.activate(profile) { try await action() }
    return profile
  }

  /// Appends the prompt. What its hooks change holds from the first request on.
  private mutating func begin() async throws {
    let profile = try await activeProfile()
    let id = session.identifier()
    let prompt = Transcript.Prompt(
      id: id, segments: request.prompt.segments.numbered(under: id),
      options: request.options.filled(from: profile.options).json,
      contextOptions: request.contextOptions.filled(from: profile.contextOptions).json,
      responseFormat: request.schema.map {
        Transcript.ResponseFormat(name: $0.name ?? "Response", schema: $0.json)
      }, metadata: request.metadataJSON)
    append([.prompt(prompt)])
    for hook in profile.hooks.onPrompt { try await hook(prompt) }
  }

  private mutating func append(_ new: [Transcript.Entry]) {
    entries += new
    session.append(new)
  }

  private func identified(_ reply: ResponseAccumulator) -> [Transcript.Entry] {
    reply.entries { session.identifier($0) }
  }
}

// Asking.
extension Turn {
  private mutating func ask(_ profile: ResolvedProfile) async throws -> ResponseAccumulator {
    try Task.checkCancellation()
    let sent = try await profile.sent(session.entries(under: profile))
    var asked = request.generationRequest(under: profile, entries: sent)
    asked.describeSchemaInPrompt(unless: profile.model.capabilities.contains(.guidedGeneration))
    try await check(asked, profile)
    return try await send(asked, to: profile.model)
  }

  private func check(_ asked: LanguageModelExecutorGenerationRequest, _ profile: ResolvedProfile) async throws {
    let model = profile.model
    if case .unavailable(let reason) = model.availability { throw LanguageModelSession.Error.modelUnavailable(reason) }
    try request.schema?.validate()
    for tool in profile.instructions.tools { try tool.parameters.validate() }
    if asked.generationOptions.toolCallingMode == .required, asked.enabledToolDefinitions.isEmpty {
      throw LanguageModelSession.Error.noToolsToRequire
    }
    try RequestCheck(
      capabilities: model.capabilities, entries: asked.transcript.entries,
      offersTools: !asked.enabledToolDefinitions.isEmpty, hasSchema: asked.schema != nil,
      reasoningLevel: asked.contextOptions.reasoningLevel
    ).check()
    guard let contextSize = model.contextSize,
      let tokenCount = try await model.tokenCount(for: asked.transcript.entries)
    else { return }
    try RequestCheck.checkSize(tokenCount: tokenCount, contextSize: contextSize)
  }

  private mutating func send<Model: LanguageModel>(
    _ asked: LanguageModelExecutorGenerationRequest, to model: Model
  ) async throws -> ResponseAccumulator {
    let executor = try session.executors.executor(for: model)
    let collector = ReplyCollector(observe: observer())
    do {
      try await executor.respond(to: asked, model: model, streamingInto: collector.channel)
      // An executor may end early when it is cancelled: what it sent is no answer.
      try Task.checkCancellation()
    } catch {
      let reply = collector.close()
      session.add(reply.usage)
      append(InterruptedReply.preserved(identified(reply)))
      throw error
    }
    let reply = collector.close()
    session.add(reply.usage)
    usage += reply.usage
    return reply
  }

  private func observer() -> (@Sendable (ResponseAccumulator) -> Void)? {
    guard let observe else { return nil }
    let (entries, usage, identifiers) = (entries, usage, session.upcomingIdentifiers)
    return { reply in
      observe(TurnProgress(earlier: entries, earlierUsage: usage, reply: reply, identifiers: identifiers))
    }
  }
}

// Running tools.
extension Turn {
  private mutating func run(_ calls: [Transcript.ToolCall], _ profile: ResolvedProfile) async throws {
    do {
      for call in calls {
        for hook in profile.hooks.onToolCall { try await hook(call) }
      }
      try Task.checkCancellation()
    } catch {
      // Every call has an output, or the history that is preserved would be none that a model takes.
      append(calls.map { $0.output(of: .refused("The call was not run.")) })
      throw error
    }
    let isAllowed = request.options.filled(from: profile.options).toolCallingMode != .disallowed
    let results = await ToolRun(tools: profile.instructions.tools, isAllowed: isAllowed).results(of: calls)
    let outputs = zip(calls, results).map { $0.output(of: $1) }
    append(outputs)
    if let failure = results.failure { throw failure }
    try Task.checkCancellation()
    for case .toolOutput(let output) in outputs {
      for hook in profile.hooks.onToolOutput { try await hook(output) }
    }
  }
}

// Answering.
extension Turn {
  private mutating func answer(
    _ reply: ResponseAccumulator, _ new: [Transcript.Entry], _ profile: ResolvedProfile
  ) async throws -> LanguageModelSession.Response<Content> {
    let decoded: (content: Content, raw: GeneratedContent)
    do {
      decoded = try decode(reply.text)
    } catch {
      append(new)
      throw LanguageModelSession.Error.decodingFailure(
        .init(schemaName: request.schema?.name, underlyingError: error))
    }
    let answer = request.schema == nil ? new : new.structured(decoded.raw, source: request.schema?.name ?? "Response")
    append(answer)
    for case .response(let response)? in [answer.last { $0.kind == .response }] {
      for hook in profile.hooks.onResponse { try await hook(response) }
    }
    return LanguageModelSession.Response(
      content: decoded.content, rawContent: decoded.raw, transcriptEntries: entries[...], usage: usage)
  }
}

extension [Transcript.Entry] {
  /// These entries with the answer's text as the structure that it was read as.
  fileprivate func structured(_ content: GeneratedContent, source: String) -> [Transcript.Entry] {
    guard let answer = lastIndex(where: { $0.kind == .response }) else { return self }
    var structured: [Transcript.Entry] = []
    for (index, entry) in enumerated() {
      guard case .response(let response) = entry else {
        structured.append(entry)
        continue
      }
      // The text of all responses together is the structure: it stands in the last one.
      var segments = response.segments.filter { if case .text = $0 { false } else { true } }
      if index == answer {
        segments.insert(.structure(.init(id: "0", source: source, content: content.json)), at: 0)
      }
      guard !segments.isEmpty else { continue }
      structured.append(
        .response(
          Transcript.Response(
            id: response.id ?? "", segments: segments, assetIDs: response.assetIDs, metadata: response.metadata)))
    }
    return structured
  }
}

internal import FoundationEssentials
import Transcripts

/// What a caller wants of one turn.
struct TurnRequest: Sendable {
  var prompt: Prompt
  var schema: GenerationSchema?
  var options: GenerationOptions
  var contextOptions: ContextOptions
  var metadata: [String: GeneratedContent]

  /// An object with its keys in order, or `nil` for none.
  var metadataJSON: JSON? {
    guard !metadata.isEmpty else { return nil }
    return .object(metadata.sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value.json) })
  }

  /// The request that the executor gets. What the caller leaves open is the profile's to say.
  func generationRequest(
    under profile: ResolvedProfile, entries: [Transcript.Entry]
  ) -> LanguageModelExecutorGenerationRequest {
    let options = options.filled(from: profile.options)
    return LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: Transcript(entries: entries),
      enabledTools: options.toolCallingMode == .disallowed ? [] : profile.instructions.tools.map(\.definition),
      schema: schema, generationOptions: options, contextOptions: contextOptions.filled(from: profile.contextOptions),
      metadata: metadata)
  }
}

extension LanguageModelExecutorGenerationRequest {
  /// Where the model follows no schema and the caller asked for it to be in the prompt: puts it there, at the end of
  /// what the model reads last of the user, and asks for text. Nothing stored changes.
  mutating func describeSchemaInPrompt(unless isGuided: Bool) {
    guard !isGuided, contextOptions.includeSchemaInPrompt == true, let schema,
      let index = transcript.lastIndex(where: { $0.kind == .prompt })
    else { return }
    var json = transcript[index].json
    let text = Transcript.Segment.text(id: "schema", schema.promptText)
    json.set("contents", to: .array(transcript[index].segments.map(\.json) + [text.json]))
    guard let prompt = Transcript.Entry(json: json) else { return }
    transcript.entries[index] = prompt
    self.schema = nil
  }
}

extension ResolvedProfile {
  /// The entries after the profile's transforms. Instructions that a transform dropped are put back: they are the
  /// profile's, not the history's.
  func sent(_ entries: [Transcript.Entry]) async throws -> [Transcript.Entry] {
    guard !historyTransforms.isEmpty else { return entries }
    let sent = try await transformed(entries)
    guard let instructions = entries.first, instructions.kind == .instructions, sent.first?.kind != .instructions else {
      return sent
    }
    return [instructions] + sent
  }
}

/// What a turn has come to while the model is replying.
struct TurnProgress: Sendable {
  var earlier: [Transcript.Entry]
  var earlierUsage: LanguageModelUsage
  var reply: ResponseAccumulator
  var identifiers: EntryIdentifiers

  var entries: [Transcript.Entry] {
    var identifiers = identifiers
    return earlier + reply.entries { identifiers.take($0) }
  }

  var usage: LanguageModelUsage { earlierUsage + reply.usage }
}

public import Transcripts

extension LanguageModelSession {
  /// A session with one model, its tools and instructions.
  ///
  /// - Parameters:
  ///   - model: The model that is asked.
  ///   - tools: What it may call.
  ///   - instructions: What it is told before any prompt, and tools that belong to it.
  ///   - executors: A cache to share with other sessions.
  ///   - maximumToolRounds: How often in one turn tools may be run.
  public convenience init(
    model: some LanguageModel, tools: [any Tool] = [], instructions: Instructions? = nil,
    executors: LanguageModelExecutorCache = LanguageModelExecutorCache(), maximumToolRounds: Int = 50
  ) {
    self.init(
      profile: FixedProfile(
        model: model, segments: instructions?.segments ?? [], tools: (instructions?.tools ?? []) + tools),
      entries: [], instructions: nil, executors: executors, maximumToolRounds: maximumToolRounds)
  }

  /// A session with one model, its tools and instructions given as text.
  public convenience init(
    model: some LanguageModel, tools: [any Tool] = [], instructions: String,
    executors: LanguageModelExecutorCache = LanguageModelExecutorCache(), maximumToolRounds: Int = 50
  ) {
    self.init(
      model: model, tools: tools, instructions: Instructions(instructions), executors: executors,
      maximumToolRounds: maximumToolRounds)
  }

  /// A session with one model, its tools and instructions written line by line.
  public convenience init(
    model: some LanguageModel, tools: [any Tool] = [],
    executors: LanguageModelExecutorCache = LanguageModelExecutorCache(), maximumToolRounds: Int = 50,
    @InstructionsBuilder instructions: () throws -> Instructions
  ) rethrows {
    self.init(
      model: model, tools: tools, instructions: try instructions(), executors: executors,
      maximumToolRounds: maximumToolRounds)
  }

  /// A session that goes on from a transcript, with the instructions that stand in it.
  ///
  /// - Parameters:
  ///   - model: The model that is asked.
  ///   - tools: The tools that can be run from now on, whichever the transcript names.
  ///   - transcript: The conversation so far.
  ///   - executors: A cache to share with other sessions.
  ///   - maximumToolRounds: How often in one turn tools may be run.
  public convenience init(
    model: some LanguageModel, tools: [any Tool] = [], transcript: Transcript,
    executors: LanguageModelExecutorCache = LanguageModelExecutorCache(), maximumToolRounds: Int = 50
  ) {
    let instructions = transcript.filter { $0.kind == .instructions }
    self.init(
      profile: FixedProfile(model: model, segments: instructions.flatMap(\.segments), tools: tools),
      entries: transcript.entries, instructions: instructions.first, executors: executors,
      maximumToolRounds: maximumToolRounds)
  }
}

/// The profile of a session that was made without one.
struct FixedProfile<Model: LanguageModel>: LanguageModelSession.DynamicProfile {
  var model: Model
  var segments: [Transcript.Segment]
  var tools: [any Tool]

  var body: some LanguageModelSession.DynamicProfile {
    LanguageModelSession.Profile { Instructions(segments: segments, tools: tools) }.model(model)
  }
}

extension Instructions {
  /// The instructions as an entry, or `nil` where they say nothing and bring no tool.
  ///
  /// - Parameter previous: The entry so far. It stays as it is, ids and all, where it says the same, so that what is
  ///   sent begins with the same bytes as before.
  func entry(after previous: Transcript.Entry?) -> Transcript.Entry? {
    let definitions = tools.filter(\.includesSchemaInInstructions).map(\.definition)
    guard !segments.isEmpty || !definitions.isEmpty else { return nil }
    if case .instructions(let previous)? = previous, previous.toolDefinitions == definitions,
      previous.segments.map(\.contentJSON) == segments.map(\.contentJSON)
    {
      return .instructions(previous)
    }
    let id = previous?.id ?? "instructions"
    return .instructions(
      Transcript.Instructions(id: id, segments: segments.numbered(under: id), toolDefinitions: definitions))
  }
}

extension Transcript.Segment {
  /// The segment without its id.
  fileprivate var contentJSON: JSON { .object((json.object ?? []).filter { $0.key != "id" }) }
}

public import Observation
internal import Synchronization
public import Transcripts

/// A conversation with a model.
///
/// The session keeps the transcript, asks the model, runs the tools that the model calls and asks again until it
/// answers. What holds for a request (model, instructions, tools, options) is its profile's to say, anew before each
/// request.
///
/// A session does one thing at a time: a request while another is running fails with
/// ``LanguageModelSession/Error/concurrentRequests`` and leaves the other alone. All of it may be used from any task, and
/// what changes while it runs can be observed.
public final class LanguageModelSession: Sendable, Observable {
  /// What the session's profiles, hooks and tools share, the history among it.
  public let properties: SessionPropertyValues
  /// The executors of the models that the session talks to.
  public let executors: LanguageModelExecutorCache
  /// How many times in one turn the model may have tools run before the turn is given up with
  /// ``LanguageModelSession/Error/tooManyToolRounds(limit:)``; 0 where a call is no answer at all.
  public let maximumToolRounds: Int

  let profile: any DynamicProfile
  private let state: Mutex<State>
  /// Is told of changes outside of the lock, since observers may read what changes.
  private let registrar = ObservationRegistrar()

  private struct State {
    var isResponding = false
    /// The instructions entry that was sent last, or came with the transcript.
    var instructions: Transcript.Entry?
    var wholeTranscript: [Transcript.Entry]
    var identifiers: EntryIdentifiers
    var usage = LanguageModelUsage()
    /// The profile of the last request.
    var profile: ResolvedProfile?
    var errorPolicy: TranscriptErrorHandlingPolicy?
  }

  /// A session whose profile decides what holds for each request.
  ///
  /// - Parameters:
  ///   - profile: What holds for each request, resolved anew before it.
  ///   - history: Entries to go on from. Instructions among them are left out: the profile makes them.
  ///   - executors: A cache to share with other sessions.
  ///   - maximumToolRounds: How often in one turn tools may be run.
  public convenience init(
    profile: some DynamicProfile, history: some Sequence<Transcript.Entry> = [],
    executors: LanguageModelExecutorCache = LanguageModelExecutorCache(), maximumToolRounds: Int = 50
  ) {
    self.init(
      profile: profile, entries: Array(history), instructions: nil, executors: executors,
      maximumToolRounds: maximumToolRounds)
  }

  init(
    profile: any DynamicProfile, entries: [Transcript.Entry], instructions: Transcript.Entry?,
    executors: LanguageModelExecutorCache, maximumToolRounds: Int
  ) {
    self.profile = profile
    self.executors = executors
    self.maximumToolRounds = max(0, maximumToolRounds)
    properties = SessionPropertyValues(history: entries)
    let history = entries.filter { $0.kind != .instructions }
    state = Mutex(
      State(
        instructions: instructions, wholeTranscript: history,
        identifiers: EntryIdentifiers(taken: entries.compactMap(\.id))))
  }

  /// The conversation as the model is to see it: the instructions, and the history as profiles and modifiers left it.
  public var transcript: Transcript {
    registrar.access(self, keyPath: \.transcript)
    let instructions = state.withLock { $0.instructions } ?? upcomingInstructions
    return Transcript(entries: (instructions.map { [$0] } ?? []) + Array(properties.history))
  }

  /// Every entry that the session ever held, those that the history no longer shows included, without instructions.
  public var wholeTranscript: Transcript {
    registrar.access(self, keyPath: \.wholeTranscript)
    return Transcript(entries: state.withLock { $0.wholeTranscript })
  }

  /// Whether a request is running.
  public var isResponding: Bool {
    registrar.access(self, keyPath: \.isResponding)
    return state.withLock { $0.isResponding }
  }

  /// What all requests of the session cost so far, failed ones included.
  public var usage: LanguageModelUsage {
    registrar.access(self, keyPath: \.usage)
    return state.withLock { $0.usage }
  }

  /// What becomes of the transcript when a request fails; where it is `nil`, the profile decides.
  public var transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy? {
    get {
      registrar.access(self, keyPath: \.transcriptErrorHandlingPolicy)
      return state.withLock { $0.errorPolicy }
    }
    set { change(\.transcriptErrorHandlingPolicy) { $0.errorPolicy = newValue } }
  }

  /// Tells the model that a request is likely soon, so that it can load what it needs. A hint: it fails silently.
  ///
  /// - Parameter promptPrefix: How the prompt is going to begin.
  public func prewarm(promptPrefix: Prompt? = nil) {
    guard let resolved = try? profile.resolve(in: properties) else { return }
    var entries = (instructionsEntry(of: resolved).map { [$0] } ?? []) + Array(properties.history)
    if let promptPrefix {
      entries.append(.prompt(Transcript.Prompt(id: "prefix", segments: promptPrefix.segments)))
    }
    prewarm(resolved.model, Transcript(entries: entries))
  }

  private func prewarm<Model: LanguageModel>(_ model: Model, _ transcript: Transcript) {
    (try? executors.executor(for: model))?.prewarm(model: model, transcript: transcript)
  }

  private var upcomingInstructions: Transcript.Entry? {
    (try? profile.resolve(in: properties)).flatMap { instructionsEntry(of: $0) }
  }

  private func instructionsEntry(of resolved: ResolvedProfile) -> Transcript.Entry? {
    resolved.instructions.entry(after: state.withLock { $0.instructions })
  }
}

// What a turn does to its session.
extension LanguageModelSession {
  /// What a failed turn goes back to.
  struct Checkpoint: Sendable {
    var history: Transcript.HistoryView
    var instructions: Transcript.Entry?
    var wholeCount: Int
  }

  /// Changes what the property shows.
  private func change<Member>(
    _ property: KeyPath<LanguageModelSession, Member>, _ body: (inout State) -> Void
  ) {
    registrar.withMutation(of: self, keyPath: property) { state.withLock { body(&$0) } }
  }

  /// Takes the session for one turn.
  func begin() throws -> Checkpoint {
    // A request that is refused tells observers nothing.
    guard !state.withLock({ $0.isResponding }) else { throw Error.concurrentRequests }
    let history = properties.history
    return try registrar.withMutation(of: self, keyPath: \.isResponding) {
      try state.withLock { state in
        guard !state.isResponding else { throw Error.concurrentRequests }
        state.isResponding = true
        return Checkpoint(
          history: history, instructions: state.instructions, wholeCount: state.wholeTranscript.count)
      }
    }
  }

  /// Gives the session free.
  func end() { change(\.isResponding) { $0.isResponding = false } }

  /// Does with a failed turn's entries what the policy says, and gives the session free.
  func end(failed checkpoint: Checkpoint) {
    let policy = state.withLock { $0.errorPolicy ?? $0.profile?.transcriptErrorHandlingPolicy }
    if policy ?? .revertTranscript == .revertTranscript {
      properties.history = checkpoint.history
      change(\.transcript) { $0.instructions = checkpoint.instructions }
      change(\.wholeTranscript) { $0.wholeTranscript.removeSubrange(checkpoint.wholeCount...) }
    }
    end()
  }

  /// Makes the resolved profile the active one.
  ///
  /// - Returns: What has to run because of it.
  func activate(_ resolved: ResolvedProfile) -> [@Sendable () async throws -> Void] {
    state.withLock { state in
      let actions = resolved.activations(after: state.profile)
      state.profile = resolved
      return actions
    }
  }

  /// The entries of a request: the profile's instructions, which become the session's, and the history.
  func entries(under resolved: ResolvedProfile) -> [Transcript.Entry] {
    let instructions = instructionsEntry(of: resolved)
    if instructions != state.withLock({ $0.instructions }) { change(\.transcript) { $0.instructions = instructions } }
    return (instructions.map { [$0] } ?? []) + Array(properties.history)
  }

  func append(_ entries: [Transcript.Entry]) {
    guard !entries.isEmpty else { return }
    change(\.wholeTranscript) { $0.wholeTranscript += entries }
    properties.updateHistory { $0.append(contentsOf: entries) }
  }

  func add(_ usage: LanguageModelUsage) { change(\.usage) { $0.usage += usage } }

  /// An id that no entry has: the one wished for, if it is free.
  func identifier(_ wish: String? = nil) -> String { state.withLock { $0.identifiers.take(wish) } }

  /// The ids that would be given from now on, for entries that are not complete yet.
  var upcomingIdentifiers: EntryIdentifiers { state.withLock { $0.identifiers } }
}

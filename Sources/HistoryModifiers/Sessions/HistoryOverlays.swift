import Compaction
import LanguageModels
import Summarization
import Synchronization
import Tokenization
import Transcripts

/// The overlays of one session, one for each chain of modifiers that it has had.
///
/// A session is sent one request at a time, and a summary is made after a response at most once at a time for each
/// chain: while it is, requests change nothing that is kept.
final class HistoryOverlays: Sendable {
  enum Key: SessionPropertyKey {
    static let defaultValue: HistoryOverlays? = nil
  }

  fileprivate struct Slot: Sendable {
    var chain: HistoryChain
    var state: OverlayState
    /// A summary that is being made.
    var pending: Task<Void, Never>?
    var failure: (any Error)?
    /// Whether the failure is still to be thrown.
    var throwsFailure = false
  }

  fileprivate struct Slots: ~Copyable {
    var byKey: [String: Slot] = [:]
    /// Those of the last request, in order.
    var used: [String] = []
  }

  private let slots = Mutex(Slots())
  private let tokenizer: any Tokenizer = EstimatingTokenizer()
  private let executors = LanguageModelExecutorCache()

  deinit {
    slots.withLock { slots in
      for slot in slots.byKey.values { slot.pending?.cancel() }
    }
  }

  /// Those of the session on whose behalf the current task runs. Without one, as where a test resolves a profile by hand,
  /// they begin anew each time.
  static var current: HistoryOverlays {
    guard let properties = SessionPropertyValues.current else { return HistoryOverlays() }
    return properties.update(Key.self) { overlays in
      let current = overlays ?? HistoryOverlays()
      overlays = current
      return current
    }
  }

  /// What the model is shown of these entries.
  func shown(_ entries: [Transcript.Entry], under chain: HistoryChain) async throws -> [Transcript.Entry] {
    let key = chain.key
    let (begun, isPending) = try slots.withLock { slots in
      try slots.begin(key, chain) { OverlayState(history: SessionHistory(tokenizer: tokenizer)) }
    }
    var state = begun
    state.take(entries)
    var failure: (any Error)?
    do {
      try await run(chain.steps.filter { !$0.runsAfterResponse }, on: &state, &failure)
    } catch {
      // What was paid for and decided before it stays.
      if !isPending { store(state, failure: error, key) }
      throw error
    }
    if !isPending { store(state, failure: failure, key) }
    return HistoryRendering.entries(state, postamble: chain.postamble)
  }

  private func store(_ state: OverlayState, failure: (any Error)?, _ key: String) {
    slots.withLock { slots in
      let made = slots.byKey[key]?.state.summaryRevision
      slots.byKey[key]?.state = state
      if made != state.summaryRevision || failure != nil && !(failure is CancellationError) {
        slots.byKey[key]?.failure = failure
      }
    }
  }

  // MARK: After the response

  /// Begins what the chain of a step leaves to this time.
  func summarizeAfterResponse(_ step: HistoryStep) {
    guard step.runsAfterResponse else { return }
    slots.withLock { slots in
      // Of several chains with the step, that of the last request.
      let key = slots.used.last { key in
        slots.byKey[key]?.chain.steps.contains { $0.modifier == step.modifier && $0.policy == step.policy } ?? false
      }
      if let key, let slot = slots.byKey[key], slot.pending == nil {
        // It outlives the turn, so that nothing structured holds it; it ends with the session at the latest.
        slots.byKey[key]?.pending = Task.detached { [weak self, steps = slot.chain.steps] in
          var state = slot.state
          var failure: (any Error)?
          var throwsFailure = false
          do {
            try await self?.run(steps, on: &state, &failure)
          } catch {
            failure = error
            throwsFailure = !(error is CancellationError)
          }
          self?.settle(state, failure, throwsFailure, key)
        }
      }
    }
  }

  private func settle(_ state: OverlayState, _ failure: (any Error)?, _ throwsFailure: Bool, _ key: String) {
    slots.withLock { slots in
      slots.byKey[key]?.state = state
      slots.byKey[key]?.pending = nil
      slots.byKey[key]?.failure = failure
      slots.byKey[key]?.throwsFailure = throwsFailure
    }
  }

  /// Waits for what was begun after responses.
  func finish() async {
    for task in slots.withLock({ slots in slots.byKey.values.compactMap(\.pending) }) { await task.value }
  }

  // MARK: Steps

  /// - Parameter failure: Set where a summary failed and the history is kept.
  private func run(_ steps: [HistoryStep], on state: inout OverlayState, _ failure: inout (any Error)?) async throws {
    var failed: (any Error)?
    defer { failure = failed }
    var maker = OverlayMaker { [executors, tokenizer] draft, step, state in
      guard let summarizer = step.summarizer, let model = summarizer.models[draft.model] else { return nil }
      do {
        let writer = SummaryWriter(
          model: model, prompt: try summarizer.prompt(draft.prompt), postamble: summarizer.postamble,
          executors: executors, tokenizer: tokenizer)
        let result = try await writer.write(draft, of: state.history, reusing: state.replies)
        state.replies = result.replies
        state.usage += result.usage
        switch result.outcome {
        case .accepted(let text, let tokens):
          return OverlayMaker.Written(text: text, tokens: tokens + writer.frameTokens)
        case .refused(let refusal): throw SummaryRefused(refusal: refusal)
        }
      } catch {
        if error is CancellationError || summarizer.onFailure == .throwError { throw error }
        failed = error
        return nil
      }
    }
    for step in steps { try await maker.run(step, on: &state) }
  }

  var report: HistoryReport? {
    slots.withLock { slots in
      guard let slot = slots.used.last.flatMap({ slots.byKey[$0] }) else { return nil }
      return HistoryReport(
        overlay: slot.state.overlay, summary: slot.state.summary,
        whole: Overlay.size(of: slot.state.history.snapshot, under: nil), shown: slot.state.size,
        usage: slot.state.usage, failure: slot.failure)
    }
  }
}

extension HistoryOverlays.Slots {
  /// The state that a request begins with, and whether a summary is being made meanwhile.
  ///
  /// - Throws: What a summary after the response failed with, once.
  fileprivate mutating func begin(
    _ key: String, _ chain: HistoryChain, _ make: () -> OverlayState
  ) throws -> (OverlayState, isPending: Bool) {
    var slot = byKey[key] ?? HistoryOverlays.Slot(chain: chain, state: make())
    // Models and the postamble may have changed: neither changes what was decided.
    slot.chain = chain
    defer { byKey[key] = slot }
    used.removeAll { $0 == key }
    used.append(key)
    if slot.throwsFailure, let failure = slot.failure {
      slot.throwsFailure = false
      throw failure
    }
    return (slot.state, slot.pending != nil)
  }
}

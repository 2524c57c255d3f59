public import Compaction
public import LanguageModels

extension LanguageModelSession.DynamicProfile {
  /// Shows the model the history as a worker would compact it under this policy: every stage of a job, in a session.
  ///
  /// - Parameters:
  ///   - policy: Its `idle_for` does not matter: a request shows that the pause is over.
  ///   - models: Those that its `summarize` stage names.
  ///   - summaryPostamble: What the model is told behind each summary. It is shown, and never summarised.
  ///   - timing: Whether requests wait for a summary. After a response, the whole policy runs then.
  ///   - onFailure: What becomes of a request whose history could not be summarised.
  public func compactHistory(
    under policy: Policy, models: [String: any LanguageModel] = [:], summaryPostamble: String? = nil,
    timing: SummaryTiming = .beforeRequest, onFailure: SummaryFailureHandling = .keepHistory
  ) -> some LanguageModelSession.DynamicProfile {
    compacting(
      by: HistoryStep(
        modifier: "compactHistory(under:)", policy: policy,
        summarizer: Summarizer(
          models: models, instructions: nil, postamble: summaryPostamble, timing: timing, onFailure: onFailure)))
  }

  /// Adds a step to the chain of history modifiers.
  func compacting(by step: HistoryStep) -> some LanguageModelSession.DynamicProfile {
    let profile = declaring(step) { traits in
      try HistoryChain(traits.compactMap { $0 as? HistoryStep }).check()
    }
    .sharingHistoryTransform(step) { steps in
      let chain = HistoryChain(steps)
      return { entries in try await HistoryOverlays.current.shown(entries, under: chain) }
    }
    // Every profile gets the hook, so that its type does not depend on the step; it does nothing where nothing is due.
    return profile.onResponse { HistoryOverlays.current.summarizeAfterResponse(step) }
  }
}

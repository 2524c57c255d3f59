import Compaction
public import LanguageModels
import Summarization

extension LanguageModelSession.DynamicProfile {
  /// Shows the model a summary in the place of the older part of the history, once that has so many entries.
  ///
  /// The summary is text of the user, at the head of the prompt that follows it; it never becomes instructions. It is made
  /// of everything that it covers, instructions for context included, and it is accepted only if the model ended it by
  /// itself, it is none of the texts that stand in for a summary, and it is smaller than what it replaces.
  ///
  /// - Parameters:
  ///   - entryThreshold: In entries of the history as this modifier is given it, the instructions and an earlier summary
  ///     included; at least 1.
  ///   - model: Writes the summary. It sees neither tools nor the tool calls as such: everything is text.
  ///   - instructions: What a summary should be like, in a few sentences; `nil` asks for a list of facts.
  ///   - summaryPostamble: What the model is told behind each summary. It is shown, and never summarised.
  ///   - keeping: What stays verbatim behind the summary.
  ///   - maximumSummaryTokens: The most that a summary may cost the history, the words around it included. A history that
  ///     has little to cover gets a shorter one.
  ///   - timing: Whether requests wait for the summary.
  ///   - onFailure: What becomes of a request whose history could not be summarised.
  public func summarizeHistory(
    entryThreshold: Int, model: some LanguageModel, instructions: String? = nil, summaryPostamble: String? = nil,
    keeping: RollingWindowSize = .turns(1), maximumSummaryTokens: Int = 800, timing: SummaryTiming = .beforeRequest,
    onFailure: SummaryFailureHandling = .keepHistory
  ) -> some LanguageModelSession.DynamicProfile {
    compacting(
      by: .summarizing(
        "summarizeHistory(entryThreshold: \(entryThreshold))", .entries(entryThreshold), keeping: keeping,
        atMost: maximumSummaryTokens,
        Summarizer(
          models: [HistoryStep.modelName: model], instructions: instructions, postamble: summaryPostamble,
          timing: timing, onFailure: onFailure)))
  }

  /// Shows the model a summary in the place of the older part of the history, once that has so many tokens.
  ///
  /// - Parameters:
  ///   - tokenThreshold: In tokens, by the estimate that the worker counts with as well, of the history as this modifier is
  ///     given it, the instructions and an earlier summary included; at least 1.
  ///   - model: Writes the summary. It sees neither tools nor the tool calls as such: everything is text.
  ///   - instructions: What a summary should be like, in a few sentences; `nil` asks for a list of facts.
  ///   - summaryPostamble: What the model is told behind each summary. It is shown, and never summarised.
  ///   - keeping: What stays verbatim behind the summary.
  ///   - maximumSummaryTokens: The most that a summary may cost the history, the words around it included. A history that
  ///     has little to cover gets a shorter one.
  ///   - timing: Whether requests wait for the summary.
  ///   - onFailure: What becomes of a request whose history could not be summarised.
  public func summarizeHistory(
    tokenThreshold: Int, model: some LanguageModel, instructions: String? = nil, summaryPostamble: String? = nil,
    keeping: RollingWindowSize = .turns(1), maximumSummaryTokens: Int = 800, timing: SummaryTiming = .beforeRequest,
    onFailure: SummaryFailureHandling = .keepHistory
  ) -> some LanguageModelSession.DynamicProfile {
    compacting(
      by: .summarizing(
        "summarizeHistory(tokenThreshold: \(tokenThreshold))", .tokens(tokenThreshold), keeping: keeping,
        atMost: maximumSummaryTokens,
        Summarizer(
          models: [HistoryStep.modelName: model], instructions: instructions, postamble: summaryPostamble,
          timing: timing, onFailure: onFailure)))
  }
}

import Compaction
public import LanguageModels

// Modifiers of one chain apply from the outside in: the one written last runs first, so that a chain reads in the
// reverse order of the stages of a job. None of them changes what the session stores.
extension LanguageModelSession.DynamicProfile {
  /// Leaves out calls that have all their results, with the results and what the model said with the calls.
  ///
  /// A call that still waits for a result stays, and so do calls of the newest turn, which the model is working with.
  ///
  /// - Parameter turns: How many of the newest turns keep their calls; at least 1.
  public func droppingCompletedToolCalls(keepingLastTurns turns: Int = 1) -> some LanguageModelSession.DynamicProfile {
    compacting(
      by: HistoryStep(
        modifier: turns == 1
          ? "droppingCompletedToolCalls()" : "droppingCompletedToolCalls(keepingLastTurns: \(turns))",
        stage: .dropCompletedToolCalls(DropCompletedToolCalls(keepLastTurns: turns)), numbers: [turns]))
  }

  /// Shows the model the last entries of the history, as many as fit by whole turns and groups. The instructions stay.
  ///
  /// - Parameter count: At least 1.
  public func rollingWindow(entries count: Int) -> some LanguageModelSession.DynamicProfile {
    rollingWindow(.entries(count), "rollingWindow(entries: \(count))")
  }

  /// Shows the model the end of the history, as much as fits by whole turns and groups. The instructions stay.
  ///
  /// - Parameter size: At least 1 of what is counted.
  public func rollingWindow(size: RollingWindowSize) -> some LanguageModelSession.DynamicProfile {
    rollingWindow(size, "rollingWindow(size: \(size.label))")
  }

  private func rollingWindow(
    _ size: RollingWindowSize, _ modifier: String
  ) -> some LanguageModelSession.DynamicProfile {
    compacting(
      by: HistoryStep(
        modifier: modifier, stage: .rollingWindow(RollingWindow(size.limit)), numbers: [size.count]))
  }
}

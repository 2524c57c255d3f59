/// What may be dropped of a history that came broken.
///
/// A repair is left undone where it would make the history worse for any dialect, and it never touches instructions, the
/// latest prompt, the end of the history, or what is pinned or protected by its tool or role.
public enum Repair: String, Sendable, CaseIterable, Comparable {
  /// Results that answer no call.
  case resultsWithoutCall = "results_without_call"
  /// Results that do not follow their calls directly, with those calls and everything of their group.
  case misplacedResults = "misplaced_results"
  /// Calls that nothing can answer any more, with the results that they did get.
  case deadCalls = "dead_calls"
  /// Messages with neither text nor calls.
  case blankMessages = "blank_messages"
  /// What stands before the first prompt, instructions aside.
  case leadingAnswers = "leading_answers"

  /// By their words.
  public static func < (one: Repair, other: Repair) -> Bool {
    one.rawValue.utf8.lexicographicallyPrecedes(other.rawValue.utf8)
  }
}

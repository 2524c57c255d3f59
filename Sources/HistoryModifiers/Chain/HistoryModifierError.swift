public import Compaction

/// A chain of history modifiers that cannot do what it is for. Thrown before the first request.
public struct HistoryModifierError: Error, Sendable, Equatable {
  /// The modifier that is wrong, as it is written.
  public var modifier: String
  /// What is wrong with it.
  public var problem: Problem

  /// What is wrong with a modifier.
  public enum Problem: Sendable, Equatable {
    /// It can never act, or never reach what it is for.
    case neverActs(PolicyFinding)
    /// The history never becomes as long as its threshold says, because of the modifier that runs before it.
    case thresholdOutOfReach(PolicyFinding)
    /// A number that should be at least 1.
    case numberNotPositive(Int)
    /// The policy names a model that is not given.
    case unknownModel(String)
    /// The policy names a prompt that is not built in.
    case unknownPrompt(String)
  }
}

extension HistoryModifierError: CustomStringConvertible {
  /// What was found and what was expected, in one line.
  public var description: String {
    switch problem {
    case .neverActs(let finding):
      "\(modifier) can never act: \(finding.reason); \(finding.fix) (of a chain, the modifier written last runs first)"
    case .thresholdOutOfReach(let finding):
      "\(modifier) can never act: the window that runs before it keeps the history below the threshold; "
        + "\(finding.fix) (of a chain, the modifier written last runs first)"
    case .numberNotPositive(let number): "\(modifier): found \(number), expected at least 1"
    case .unknownModel(let name): "\(modifier): the policy names the model `\(name)`, expected it among `models`"
    case .unknownPrompt(let name): "\(modifier): the policy names the prompt `\(name)`, expected a built-in one"
    }
  }
}

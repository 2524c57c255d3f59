/// One rule of a policy. Stages run in order, each on what the ones before it left.
public enum Stage: Sendable, Equatable {
  /// Shortens old results.
  case clearToolResults(ClearToolResults)
  /// Shortens the arguments of old calls.
  case clearToolArguments(ClearToolArguments)
  /// Drops calls with their results.
  case dropCompletedToolCalls(DropCompletedToolCalls)
  /// Drops old reasoning.
  case dropStaleReasoning(DropStaleReasoning)
  /// Puts labels in the place of images and files.
  case dropAttachments(DropAttachments)
  /// Keeps the end.
  case rollingWindow(RollingWindow)
  /// Puts a summary in the place of the older part.
  case summarize(Summarize)
  /// Drops what it takes to fit.
  case hardBudget(HardBudget)

  /// The word for the stage in job files, SQL, metrics and output.
  public var name: String {
    switch self {
    case .clearToolResults: "clear_tool_results"
    case .clearToolArguments: "clear_tool_arguments"
    case .dropCompletedToolCalls: "drop_completed_tool_calls"
    case .dropStaleReasoning: "drop_stale_reasoning"
    case .dropAttachments: "drop_attachments"
    case .rollingWindow: "rolling_window"
    case .summarize: "summarize"
    case .hardBudget: "hard_budget"
    }
  }
}

/// Drops groups of tool calls whose every call has its result.
public struct DropCompletedToolCalls: Sendable, Equatable {
  /// Groups of the newest turns stay.
  public var keepLastTurns: Int
  /// The newest completed groups stay, counted over the conversation.
  public var keepLast: Int
  /// Only groups all of whose tools are named here are dropped; empty means all.
  public var only: Set<String>
  /// Groups with a tool named here stay.
  public var except: Set<String>
  /// Does nothing when fewer tokens than this would be gained.
  public var atLeastTokens: Int

  /// Drops every completed group, unless something is kept.
  public init(
    keepLastTurns: Int = 0, keepLast: Int = 0, only: Set<String> = [], except: Set<String> = [], atLeastTokens: Int = 0
  ) {
    self.keepLastTurns = keepLastTurns
    self.keepLast = keepLast
    self.only = only
    self.except = except
    self.atLeastTokens = atLeastTokens
  }
}

/// Keeps the largest aligned suffix that fits, and drops what stands before it.
public struct RollingWindow: Sendable, Equatable {
  /// What is counted.
  public enum Limit: Sendable, Equatable {
    /// So many entries.
    case entries(Int)
    /// So many turns.
    case turns(Int)
    /// So many tokens.
    case tokens(Int)
  }

  /// The most that is kept.
  public var limit: Limit

  /// A window of this size.
  public init(_ limit: Limit) { self.limit = limit }
}

/// Replaces an old span by a summary that a model writes.
public struct Summarize: Sendable, Equatable {
  /// Which of the job's models writes it.
  public var model: String
  /// A prompt by name and version, `brief@1` say.
  public var prompt: String
  /// What the prompt says, where it is none of the built-in ones.
  public var ownPrompt: OwnPrompt?
  /// The summary may not be larger than this.
  public var atMostTokens: Int
  /// What stays verbatim behind the summary; `nil` covers just enough to reach the target.
  public var keepLast: RollingWindow.Limit?
  /// Does nothing when fewer tokens than this would be gained.
  public var atLeastTokens: Int
  /// What the summary is measured by.
  public var gates: SummaryGates

  /// A summary by the model and the prompt of these names.
  public init(
    model: String, prompt: String, ownPrompt: OwnPrompt? = nil, atMostTokens: Int,
    keepLast: RollingWindow.Limit? = nil, atLeastTokens: Int = 0, gates: SummaryGates = .standard
  ) {
    self.model = model
    self.prompt = prompt
    self.ownPrompt = ownPrompt
    self.gates = gates
    self.atMostTokens = atMostTokens
    self.keepLast = keepLast
    self.atLeastTokens = atLeastTokens
  }
}

public import Transcripts

/// What runs at points of a turn, each list in the order in which it runs: the modifier written last comes first.
///
/// Hooks run one after the other. An error from any of them ends the turn and reaches the caller of `respond`.
public struct ProfileHooks: Sendable {
  /// When a profile becomes the active one, or the part of it that the modifier was applied to.
  public var onActivate: [Scoped] = []
  /// When it no longer is.
  public var onDeactivate: [Scoped] = []
  /// Before the model is asked.
  public var onPrompt: [@Sendable (Transcript.Prompt) async throws -> Void] = []
  /// After the model answered.
  public var onResponse: [@Sendable (Transcript.Response) async throws -> Void] = []
  /// Before a tool is called; once for each call.
  public var onToolCall: [@Sendable (Transcript.ToolCall) async throws -> Void] = []
  /// After a tool's output is made; once for each output.
  public var onToolOutput: [@Sendable (Transcript.ToolOutput) async throws -> Void] = []

  /// An action that belongs to a part of a dynamic profile.
  public struct Scoped: Sendable {
    /// The part.
    public var scope: ProfileIdentity
    /// The action.
    public var action: @Sendable () async throws -> Void
  }
}

extension ResolvedProfile {
  /// What has to run when this profile follows the previous one, in order: first the `onDeactivate` hooks of parts that
  /// are no longer active, the innermost first, then the `onActivate` hooks of those that became active.
  ///
  /// - Parameter previous: The profile of the request before, or `nil` before the first.
  public func activations(after previous: ResolvedProfile?) -> [@Sendable () async throws -> Void] {
    let left = (previous?.hooks.onDeactivate ?? []).filter { !$0.scope.contains(identity) }
    let entered = hooks.onActivate.filter { hook in
      guard let previous else { return true }
      return !hook.scope.contains(previous.identity)
    }
    return left.reversed().map(\.action) + entered.map(\.action)
  }
}

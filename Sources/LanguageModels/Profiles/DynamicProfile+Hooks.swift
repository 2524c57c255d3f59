public import Transcripts

// Of several hooks for one point of a turn, the one written last runs first. What a hook throws ends the turn and
// reaches the caller of `respond`.
extension LanguageModelSession.DynamicProfile {
  /// Runs the action when this profile becomes active: before the first request that it holds for, and again after
  /// requests that it did not hold for.
  public func onActivate(
    perform action: @escaping @Sendable () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.hooks.onActivate.append(.init(scope: $0.identity, action: action)) }
  }

  /// Runs the action before the first request that this profile no longer holds for.
  public func onDeactivate(
    perform action: @escaping @Sendable () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.hooks.onDeactivate.append(.init(scope: $0.identity, action: action)) }
  }

  /// Runs the action before the model is asked, with the prompt of the turn.
  public func onPrompt(
    perform action: @escaping @Sendable (Transcript.Prompt) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.hooks.onPrompt.append(action) }
  }

  /// Runs the action before the model is asked.
  public func onPrompt(
    perform action: @escaping @Sendable () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    onPrompt { (_: Transcript.Prompt) in try await action() }
  }

  /// Runs the action after the model answered, with its response.
  public func onResponse(
    perform action: @escaping @Sendable (Transcript.Response) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.hooks.onResponse.append(action) }
  }

  /// Runs the action after the model answered.
  public func onResponse(
    perform action: @escaping @Sendable () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    onResponse { (_: Transcript.Response) in try await action() }
  }

  /// Runs the action before a tool is called, with the call.
  public func onToolCall(
    perform action: @escaping @Sendable (Transcript.ToolCall) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.hooks.onToolCall.append(action) }
  }

  /// Runs the action before a tool is called.
  public func onToolCall(
    perform action: @escaping @Sendable () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    onToolCall { (_: Transcript.ToolCall) in try await action() }
  }

  /// Runs the action after a tool's output is made, with the output.
  public func onToolOutput(
    perform action: @escaping @Sendable (Transcript.ToolOutput) async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    configured { $0.hooks.onToolOutput.append(action) }
  }

  /// Runs the action after a tool's output is made.
  public func onToolOutput(
    perform action: @escaping @Sendable () async throws -> Void
  ) -> some LanguageModelSession.DynamicProfile {
    onToolOutput { (_: Transcript.ToolOutput) in try await action() }
  }
}

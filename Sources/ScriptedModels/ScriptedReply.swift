public import LanguageModels

/// What a scripted model does with one request: steps, one after the other.
public struct ScriptedReply: Sendable {
  /// One thing that happens in a reply.
  public enum Step: Sendable {
    /// Sends an event.
    case send(LanguageModelExecutorGenerationChannel.Event)
    /// Ends the reply with an error.
    case fail(any Error)
    /// Does something in between, such as waiting at a ``Gate``. What it throws ends the reply.
    case perform(@Sendable () async throws -> Void)
  }

  /// What happens, in its order.
  public var steps: [Step]

  /// A reply of steps.
  public init(_ steps: [Step]) { self.steps = steps }

  /// A reply of events.
  public static func events(_ events: LanguageModelExecutorGenerationChannel.Event...) -> ScriptedReply {
    ScriptedReply(events.map(Step.send))
  }

  /// A reply of steps.
  public static func steps(_ steps: Step...) -> ScriptedReply { ScriptedReply(steps) }

  /// An answer that comes in these pieces.
  public static func text(_ pieces: String...) -> ScriptedReply {
    ScriptedReply(pieces.map { .send(.response(action: .appendText($0))) })
  }

  /// Tool calls, all in one entry.
  public static func calls(_ calls: Call...) -> ScriptedReply {
    ScriptedReply(
      calls.map {
        .send(.toolCalls(action: .toolCall(id: $0.id, name: $0.name, action: .appendArguments($0.arguments))))
      })
  }

  /// A request that fails at once.
  public static func failure(_ error: any Error) -> ScriptedReply { ScriptedReply([.fail(error)]) }

  /// This reply with what it cost, reported at the end.
  public func costing(input: Int, cached: Int = 0, output: Int, reasoning: Int = 0) -> ScriptedReply {
    ScriptedReply(
      steps + [
        .send(
          .response(
            action: .updateUsage(
              input: .init(totalTokenCount: input, cachedTokenCount: cached),
              output: .init(totalTokenCount: output, reasoningTokenCount: reasoning))))
      ])
  }

  /// One tool call.
  public struct Call: Sendable {
    /// Told apart from other calls by this.
    public var id: String
    /// The tool.
    public var name: String
    /// A JSON text.
    public var arguments: String

    /// - Parameters:
    ///   - name: The tool.
    ///   - arguments: A JSON text.
    ///   - id: The tool's name with a call in front, unless it is given.
    public init(_ name: String, _ arguments: String = "{}", id: String? = nil) {
      self.id = id ?? "call-\(name)"
      self.name = name
      self.arguments = arguments
    }
  }
}

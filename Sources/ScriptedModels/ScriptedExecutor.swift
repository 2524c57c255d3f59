public import LanguageModels
public import Transcripts

/// Plays the replies of a ``ScriptedLanguageModel``.
public struct ScriptedExecutor: LanguageModelExecutor {
  /// The model whose script is played.
  public typealias Model = ScriptedLanguageModel

  /// Tells one script from another.
  public struct Configuration: Hashable, Sendable {
    let script: Script

    public static func == (one: Configuration, other: Configuration) -> Bool { one.script === other.script }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(script)) }
  }

  private let script: Script

  public init(configuration: Configuration) throws { script = configuration.script }

  public func respond(
    to request: LanguageModelExecutorGenerationRequest, model: ScriptedLanguageModel,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    let index = model.recorder.record(request)
    for step in try await script.reply(request, index).steps {
      switch step {
      case .send(let event): await channel.send(event)
      case .fail(let error): throw error
      case .perform(let action): try await action()
      }
    }
  }

  public func prewarm(model: ScriptedLanguageModel, transcript: Transcript) {
    model.recorder.record(prewarm: transcript)
  }
}

/// What a model will say. An object, so that scripts are told apart by identity.
final class Script: Sendable {
  let reply: @Sendable (LanguageModelExecutorGenerationRequest, Int) async throws -> ScriptedReply

  init(reply: @escaping @Sendable (LanguageModelExecutorGenerationRequest, Int) async throws -> ScriptedReply) {
    self.reply = reply
  }
}

public import Transcripts

/// What a model answered, once the answer is known to be whole.
public struct ReplyContent: Sendable, Hashable {
  /// How the end was recognized.
  public enum Evidence: String, Sendable, Hashable {
    /// The server gave a finish reason.
    case finishReason
    /// There was no finish reason, but the end marker of the stream.
    case doneMarker
    /// There was no finish reason, but the JSON of the reply is complete.
    case wholeReply
  }

  /// A tool that the model wants to be called.
  public struct ToolCall: Sendable, Hashable {
    /// By which the output is told to be this call's.
    public var id: String
    /// The tool's.
    public var name: String
    /// JSON text, as the model wrote it.
    public var arguments: String
    /// What the server wants to be sent back with the call, unchanged: `extra_content`.
    public var extraContent: JSON?

    /// A call.
    public init(id: String, name: String, arguments: String, extraContent: JSON? = nil) {
      self.id = id
      self.name = name
      self.arguments = arguments
      self.extraContent = extraContent
    }
  }

  /// The answer, without reasoning.
  public var text = ""
  /// What the model thought before. Never part of an answer.
  public var reasoning = ""
  /// The model's words when it declined to answer.
  public var refusal: String?
  /// In the order in which they began.
  public var toolCalls: [ToolCall] = []
  /// Why the model stopped.
  public var finish = FinishReason.stop
  /// How the end was recognized.
  public var evidence = Evidence.finishReason
  /// Nil where the server reported none.
  public var usage: TokenUsage?
  /// The model that answered, as the server calls it.
  public var model: String?

  /// An answer.
  public init(text: String = "", finish: FinishReason = .stop, usage: TokenUsage? = nil, model: String? = nil) {
    self.text = text
    self.finish = finish
    self.usage = usage
    self.model = model
  }
}

/// What a chat costs beyond the tokens of its texts.
///
/// Recovered from the usage that `gpt-4.1-mini` reported; exact for 130 of 131 prompts when the texts are counted
/// exactly. Other models add other amounts of the same order.
public enum ChatCost {
  /// A message of text: instructions, prompt or response.
  public static let message = 4
  /// The calls of one assistant message, besides the names and arguments.
  public static let toolCalls = 7
  /// The result of a call, besides the tool's name and the content.
  public static let toolOutput = 6
  /// The reply that the model is primed to write, once a request.
  public static let primedReply = 3
  /// An image or a file: its data is never counted as text. A mid-sized image at OpenAI's rates.
  public static let attachment = 765
}

/// A call as it is counted.
public struct CountedCall: Sendable, Equatable {
  /// Of the tool.
  public var name: String
  /// The JSON text exactly as stored: another spelling of the same value has another count.
  public var arguments: String

  /// A call of a tool with these arguments.
  public init(name: String, arguments: String) {
    self.name = name
    self.arguments = arguments
  }
}

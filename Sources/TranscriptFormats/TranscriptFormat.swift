/// The formats that conversations are imported from and exported to.
///
/// The raw value is what is stored with a conversation and what the user writes.
public enum TranscriptFormat: String, Sendable, CaseIterable {
  /// A conversation a line: an object with `messages`, or the array of messages alone; OpenAI chat messages.
  case openai
  /// The same with messages of Anthropic's API, and `system` beside them.
  case anthropic
  /// Apple's FoundationModels transcript, one or several one after the other.
  case apple
  /// The `conversations.json` of a ChatGPT export: one array of conversations, each a tree.
  case chatgpt
}

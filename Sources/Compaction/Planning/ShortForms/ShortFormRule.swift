/// How a short form is made of an entry.
public enum ShortFormRule: Sendable, Hashable {
  /// The content of a tool result becomes this.
  case result(ShortText)
  /// Long strings in the arguments of calls become what the stage leaves.
  case arguments(ClearToolArguments)
  /// Attachments become labels.
  case attachments
}

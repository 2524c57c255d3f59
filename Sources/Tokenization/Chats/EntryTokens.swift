public import Transcripts

extension Tokenizer {
  /// The tokens of one entry, with its share of what its message costs.
  ///
  /// The entries of a message add up to the message: a response pays for the message, the calls beside it for the
  /// calls, and the reasoning that leads to them for its text alone.
  ///
  /// - Parameters:
  ///   - kind: What sort of entry it is.
  ///   - contents: The texts of the entry, in parts as stored; not those of calls.
  ///   - calls: The calls that a `toolCalls` entry makes.
  ///   - toolName: The tool that a `toolOutput` entry answers for, where it is known.
  ///   - attachments: How many images and files the entry holds, none of whose data is in `contents`.
  public func entryTokens(
    kind: EntryKind, contents: some Sequence<String>, calls: some Sequence<CountedCall> = [CountedCall](),
    toolName: String? = nil, attachments: Int = 0
  ) -> Int {
    let content = count(contents) + attachments * ChatCost.attachment
    switch kind {
    case .instructions, .prompt, .response:
      return content + ChatCost.message
    case .reasoning:
      return content
    case .toolCalls:
      return calls.reduce(content + ChatCost.toolCalls) { $0 + count($1.name) + count($1.arguments) }
    case .toolOutput:
      return content + ChatCost.toolOutput + count(toolName ?? "")
    }
  }
}

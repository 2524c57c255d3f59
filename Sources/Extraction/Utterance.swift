/// What one speaker says at one place of a transcript.
public struct Utterance: Sendable, Equatable {
  /// As labelled in the transcript: `User`, `Assistant`, `Result of search`; `nil` for text without a label.
  public var speaker: String?
  public var text: String

  public init(speaker: String? = nil, text: String) {
    self.speaker = speaker
    self.text = text
  }

  /// Only users set constraints; text without a label may be a user's. A summary has them under a heading.
  var setsConstraints: Bool {
    guard let speaker else { return true }
    let role = speaker.prefix { $0 != " " }.lowercased()
    return ["user", "human", "customer", "prompt", "constraints"].contains(role)
  }
}

public import Transcripts

/// A question about a conversation, with the answers that count.
public struct Question: Sendable, Equatable {
  public var text: String
  /// One of them in the history is enough.
  public var answers: [String]

  public init(text: String, answers: [String]) {
    self.text = text
    self.answers = answers
  }

  /// The questions that stand beside the messages of a conversation: `"qa": [{"question": …, "answers": […]}]`.
  ///
  /// - Parameter envelope: what surrounded the messages when they were imported.
  public static func all(in envelope: JSON) -> [Question] {
    (envelope["qa"]?.array ?? []).compactMap { question in
      let answers = (question["answers"]?.array ?? []).compactMap { $0.string ?? $0.numberText }
      guard let text = question["question"]?.string, !answers.isEmpty else { return nil }
      return Question(text: text, answers: answers)
    }
  }
}

extension JSON {
  fileprivate var numberText: String? { if case .number(let digits) = self { digits } else { nil } }
}

public import Tokenization

/// Summarises a transcript by sentences of its own, without a model.
///
/// Every line of the summary is a piece of the transcript, byte for byte; sentences keep their order, and a label
/// stands where the speaker changes. The same transcript and budget give the same summary.
public struct ExtractiveSummarizer<Counter: Tokenizer>: Sendable {
  private let tokenizer: Counter

  public init(tokenizer: Counter) {
    self.tokenizer = tokenizer
  }

  /// The extract of the transcript that has at most so many tokens; empty where not even one sentence fits.
  public func summarize(_ transcript: [Utterance], atMost budget: Int) -> String {
    let document = Document(transcript, tokenizer: tokenizer)
    // Labels and line ends come on top of the sentences. The last sentences taken give way to them.
    var taken = Selection(of: document, budget: budget).taken
    while !taken.isEmpty {
      let text = Self.text(of: taken.sorted(), in: document)
      let excess = tokenizer.count(text) - budget
      if excess <= 0 { return text }
      var freed = 0
      while freed < excess, let last = taken.popLast() { freed += document.sentences[last].tokens }
    }
    return ""
  }

  /// The sentences of such an extract one by one, in their order.
  ///
  /// - Parameter overhead: What each costs in tokens besides its words.
  public func sentences(of transcript: [Utterance], atMost budget: Int, overhead: Int = 0) -> [ExtractedSentence] {
    let document = Document(transcript, tokenizer: tokenizer)
    var used = 0
    let taken = Selection(of: document, budget: budget).taken.prefix { index in
      used += document.sentences[index].tokens + overhead
      return used <= budget
    }
    return taken.sorted().map { index in
      let sentence = document.sentences[index]
      let utterance = document.utterances[sentence.utterance]
      return ExtractedSentence(
        utterance: sentence.utterance, speaker: utterance.speaker, text: Self.slice(sentence.range, of: utterance),
        isConstraint: sentence.isConstraint)
    }
  }

  private static func text(of indexes: [Int], in document: Document) -> String {
    var text = ""
    var current: String?
    var previous: Int?
    for index in indexes {
      let sentence = document.sentences[index]
      let utterance = document.utterances[sentence.utterance]
      let isSameUtterance = previous.map { document.sentences[$0].utterance } == sentence.utterance
      if let previous, isSameUtterance, previous + 1 == index {
        text += slice(document.sentences[previous].range.upperBound..<sentence.range.upperBound, of: utterance)
      } else {
        if !text.isEmpty { text += "\n" }
        if let speaker = utterance.speaker, speaker != current { text += speaker + ": " }
        current = utterance.speaker
        text += slice(sentence.range, of: utterance)
      }
      previous = index
    }
    return text
  }

  private static func slice(_ range: Range<Int>, of utterance: Utterance) -> String {
    let bytes = utterance.text.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    let end = bytes.index(start, offsetBy: range.count)
    return String(utterance.text[start..<end])
  }
}

/// A sentence of an extract.
public struct ExtractedSentence: Sendable, Equatable {
  /// Which of the utterances it stands in, from 0.
  public var utterance: Int
  public var speaker: String?
  public var text: String
  /// Whether its speaker sets a constraint in it.
  public var isConstraint: Bool
}

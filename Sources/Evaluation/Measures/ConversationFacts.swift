import Compaction
import Extraction
import TranscriptFormats
import Transcripts

/// What there is to lose in a conversation, whatever the policy.
struct ConversationFacts {
  /// An item with the entries that say it, and how often it is said.
  struct KnownItem {
    var item: Item
    /// Ascending.
    var entries: [Int]
    var occurrences: Int
  }

  let items: [KnownItem]
  let trail: ArtifactTrail
  /// Sentences in which users set constraints, normalized, each once.
  let constraints: [String]
  /// For each question with an answer in the conversation, its normalized answers that stand there.
  let answers: [[String]]
  /// The index of the first entry of the second half.
  let middle: Int
  /// The entries before which histories are looked at: those that make calls.
  let calls: [Int]
  let verdict: Verdict

  init(_ conversation: MeasuredConversation, normalized index: TextIndex, looks: Int) {
    items = Self.items(of: conversation)
    trail = ArtifactTrail(of: conversation.entries)
    var known: Set<String> = []
    constraints = ConstraintSentences.of(conversation.prompts).map(normalized).filter {
      !$0.isEmpty && known.insert($0).inserted
    }
    answers = conversation.questions.compactMap { question in
      let standing = question.answers.map(normalized).filter { !index.texts(holding: $0).isEmpty }
      return standing.isEmpty ? nil : standing
    }
    middle = Self.middle(of: conversation)
    calls = Self.spread(
      conversation.entries.indices.filter { conversation.entries[$0].draft.kind == .toolCalls }, looks)
    verdict = Verdict(of: conversation.snapshot)
  }

  private static func items(of conversation: MeasuredConversation) -> [KnownItem] {
    var places: [Item: Int] = [:]
    var items: [KnownItem] = []
    for (index, entry) in conversation.entries.enumerated() {
      for item in entry.said.flatMap(ItemScanner.items) {
        if let place = places[item] {
          items[place].occurrences += 1
          if items[place].entries.last != index { items[place].entries.append(index) }
        } else {
          places[item] = items.count
          items.append(KnownItem(item: item, entries: [index], occurrences: 1))
        }
      }
    }
    return items
  }

  /// Where a group begins behind half of the tokens.
  private static func middle(of conversation: MeasuredConversation) -> Int {
    let headers = conversation.snapshot.headers
    let half = headers.reduce(0) { $0 + Int($1.tokens) } / 2
    let rules = CutPoints(of: conversation.snapshot).rules
    var sum = 0
    for index in headers.indices {
      if sum >= half, rules[index].isSuperset(of: [.toolPairing, .messageIntegrity]) { return index }
      sum += Int(headers[index].tokens)
    }
    return headers.count
  }

  /// At most so many, evenly spread, the last one among them.
  private static func spread(_ indexes: [Int], _ most: Int) -> [Int] {
    guard indexes.count > most else { return indexes }
    return (0..<max(most, 0)).map { indexes[($0 + 1) * indexes.count / most - 1] }
  }
}

extension MeasuredConversation {
  fileprivate var prompts: [Utterance] {
    entries.filter { $0.draft.kind == .prompt }.flatMap { entry in
      entry.draft.contents.map { Utterance(speaker: "User", text: $0) }
    }
  }
}

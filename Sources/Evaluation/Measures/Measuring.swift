import Compaction
import TranscriptFormats
import Transcripts

/// The measuring of one policy on one conversation.
struct Measuring {
  private let conversation: MeasuredConversation
  private let facts: ConversationFacts
  private let policy: EvaluatedPolicy
  private let seed: Int
  private var normal: TextIndex
  private var maker: HistoryMaker
  private(set) var result = PolicyMeasures()

  init(
    _ conversation: MeasuredConversation, _ facts: ConversationFacts, _ policy: EvaluatedPolicy, seed: Int,
    normalized normal: TextIndex, maker: HistoryMaker
  ) {
    self.conversation = conversation
    self.facts = facts
    self.policy = policy
    self.seed = seed
    self.normal = normal
    self.maker = maker
  }

  mutating func run() async throws {
    try await measureEnd()
    try await measureMiddle()
    for call in facts.calls { try await measureCall(call) }
  }

  /// The history by the policy, and by the baselines within its tokens.
  private mutating func histories(before end: Int) async throws -> [(
    path: WritableKeyPath<PolicyMeasures, Measures>, history: CompactedHistory
  )] {
    let compacted = try await maker.compacted(by: policy.policy, before: end)
    return [
      (\.policy, compacted),
      (\.random, maker.kept(by: .random, before: end, budget: compacted.tokens, seed: seed &+ end)),
      (\.lastTurns, maker.kept(by: .lastTurns, before: end, budget: compacted.tokens, seed: seed)),
    ]
  }

  // MARK: The whole conversation

  private mutating func measureEnd() async throws {
    let histories = try await histories(before: conversation.entries.count)
    if maker.changesAgain(histories[0].history, by: policy.policy) { result.policy.unstable += 1 }
    note(summaryOf: histories[0].history)
    for text in maker.index.texts[normal.texts.count...] {
      normal.add(normalized(String(decoding: text, as: UTF8.self)))
    }
    let whole = maker.whole(before: conversation.entries.count).tokens
    for (path, history) in histories {
      var measures = result[keyPath: path]
      measures.conversations += 1
      if history.tokens < whole { measures.compacted += 1 }
      measures.tokens += Share(history.tokens, of: whole)
      measures.sizes.append(ConversationSize(name: conversation.name, before: whole, after: history.tokens))
      judge(history, &measures)
      let texts = ReadTexts(history, count: maker.index.texts.count)
      measureItems(texts, &measures)
      measureArtifacts(texts, &measures)
      for constraint in facts.constraints {
        measures.constraints.count(
          texts.holds(constraint, normal) || history.summary?.saysMost(of: constraint) ?? false)
      }
      for answers in facts.answers { measures.answers.count(answers.contains { texts.holds($0, normal) }) }
      result[keyPath: path] = measures
    }
  }

  private func judge(_ history: CompactedHistory, _ measures: inout Measures) {
    let verdict = Verdict(of: conversation.snapshot, under: history.overlay)
    if facts.verdict.isLegal(in: policy.dialect) { measures.legal.count(verdict.isLegal(in: policy.dialect)) }
    if !verdict.isNoWorse(than: facts.verdict, in: policy.dialect) { measures.worse += 1 }
  }

  private func measureItems(_ texts: ReadTexts, _ measures: inout Measures) {
    for known in facts.items {
      let stays =
        known.entries.contains { texts.contains($0) }
        || texts.hasOthers && texts.holds(known.item.text, maker.index)
      measures.retention[known.item.kind, default: Retention()].distinct.count(stays)
      measures.retention[known.item.kind, default: Retention()].weighted +=
        Share(stays ? known.occurrences : 0, of: known.occurrences)
    }
  }

  private func measureArtifacts(_ texts: ReadTexts, _ measures: inout Measures) {
    var places: [String: [Int]] = [:]
    for artifact in facts.trail.artifacts {
      places[artifact] = maker.index.texts(holding: artifact).filter { texts.contains($0) }
      measures.artifactsNamed.count(!places[artifact, default: []].isEmpty)
    }
    for step in facts.trail.steps {
      measures.artifactTrail.count(places[step.artifact, default: []].contains { maker.says(step, in: $0) })
    }
  }

  private mutating func note(summaryOf history: CompactedHistory) {
    if let refusal = history.refusal {
      result.policy.summaries.refused += 1
      result.policy.summaries.refusals[refusal, default: 0] += 1
    }
    guard let summary = history.summary else { return }
    result.policy.summaries.made += 1
    result.policy.summaries.tokens += Share(summary.tokens, of: summary.coveredTokens)
    for item in Set(ItemScanner.items(of: summary.text)) {
      result.policy.summaries.grounded.count(
        maker.index.texts(holding: item.text).contains { $0 < conversation.entries.count })
    }
  }

  // MARK: Parts of it

  /// Items that the second half says again, after the first half was compacted.
  private mutating func measureMiddle() async throws {
    let middle = facts.middle
    guard middle > 0, middle < conversation.entries.count else { return }
    let later = facts.items.filter { ($0.entries.first ?? middle) < middle && ($0.entries.last ?? 0) >= middle }
    guard !later.isEmpty else { return }
    for (path, history) in try await histories(before: middle) {
      let texts = ReadTexts(history, count: maker.index.texts.count)
      for known in later {
        let stays =
          known.entries.contains { texts.contains($0) }
          || texts.hasOthers && texts.holds(known.item.text, maker.index)
        result[keyPath: path].retention[known.item.kind, default: Retention()].usedLater.count(stays)
      }
    }
  }

  /// What the agent would have missed when it made the calls of an entry.
  private mutating func measureCall(_ call: Int) async throws {
    let histories = try await histories(before: call)
    let whole = maker.whole(before: call).tokens
    let values = Set(conversation.entries[call].calls.flatMap(\.values))
    let places = values.map { maker.index.texts(holding: $0) }.filter { $0.first.map { $0 < call } ?? false }
    for (path, history) in histories {
      let texts = ReadTexts(history, count: maker.index.texts.count)
      result[keyPath: path].tokensAtCalls += Share(history.tokens, of: whole)
      for places in places { result[keyPath: path].references.count(places.contains { texts.contains($0) }) }
    }
  }
}

extension CompactedHistory.Summary {
  /// Whether one line has three of four words of a constraint, those of one or two letters aside.
  fileprivate func saysMost(of constraint: String) -> Bool {
    let words: Set<Substring> = Set(
      constraint.split(separator: " ").filter { $0.count > 2 || $0.allSatisfy { $0.isNumber } })
    guard !words.isEmpty else { return false }
    for line in text.split(separator: "\n") {
      let said: Set<Substring> = Set(normalized(String(line)).split(separator: " "))
      if words.count(where: { said.contains($0) }) * 4 >= words.count * 3 { return true }
    }
    return false
  }
}

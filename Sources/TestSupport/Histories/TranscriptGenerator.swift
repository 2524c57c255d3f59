import Compaction
import Transcripts

/// Makes transcripts of every kind, and lets them grow.
public struct TranscriptGenerator {
  public enum Manners: Sendable, CaseIterable {
    /// Sendable under strict alternation: one prompt, calls with their results, one answer.
    case strict
    /// Sendable in the OpenAI dialect.
    case legal
    /// With everything that goes wrong: results that are late, missing, doubled or answer nothing, calls between
    /// calls and their results, no prompt at all, blank texts, ids missing.
    case wild
  }

  private enum IDs: CaseIterable { case unique, sameInEveryTurn, allEqual, missing, mixed }

  public var random: SeededGenerator
  public let manners: Manners
  private let ids: IDs
  private let hasPrompts: Bool
  private let hasReasoning: Bool
  private let ownMessageReasoning: Bool
  private let hasGaps: Bool
  private let pinsOnceIn: Int
  private let tools = ["search", "read_file", "pay", "write_file"]

  private var position: Int32 = 0
  private var message: Int32 = 0
  private var callsMade = 0
  private var callsOfTurn = 0
  /// Calls of the last message, to be answered before anything else comes.
  private var pending: [(id: String?, tool: String?)] = []
  /// Calls whose results come late, if ever.
  private var late: [(id: String?, tool: String?)] = []

  public init(seed: Int, manners: Manners? = nil) {
    var random = SeededGenerator(seed: seed)
    let manners = manners ?? random.pick(Manners.allCases)
    let isWild = manners == .wild
    self.manners = manners
    ids = random.pick(isWild ? IDs.allCases : [.unique, .sameInEveryTurn, .unique, .allEqual])
    hasPrompts = random.once(in: 10) ? manners == .strict : true
    hasReasoning = random.once(in: 2)
    ownMessageReasoning = random.once(in: 3) && isWild
    hasGaps = random.once(in: 4)
    pinsOnceIn = random.pick([5, 40, 1_000, 1_000, 1_000])
    self.random = random
  }

  /// A new transcript of up to this many turns.
  public mutating func transcript(turns: Int = 8) -> GeneratedTranscript {
    var transcript = GeneratedTranscript()
    if !random.once(in: 3) {
      for _ in 0...Int.random(in: 0...1, using: &random) {
        message += 1
        add(.instructions, to: &transcript)
      }
    }
    if manners != .strict, random.once(in: 6) { answer(&transcript) }
    for _ in 0..<Int.random(in: 0...turns, using: &random) { turn(&transcript) }
    if random.once(in: 4) { endWithCalls(&transcript) }
    return transcript
  }

  /// Appends a turn or a few entries of one.
  public mutating func grow(_ transcript: inout GeneratedTranscript) {
    results(&transcript)
    if random.once(in: 4) {
      round(&transcript)
    } else {
      for _ in 0...Int.random(in: 0...2, using: &random) { turn(&transcript) }
    }
    if random.once(in: 5) { endWithCalls(&transcript) }
  }

  private mutating func endWithCalls(_ transcript: inout GeneratedTranscript) {
    if transcript.entries.contains(where: { $0.kind == .prompt }) || manners != .strict { calls(&transcript) }
  }

  private mutating func turn(_ transcript: inout GeneratedTranscript) {
    results(&transcript)
    if manners == .wild, random.once(in: 12) {
      message += 1
      add(.instructions, to: &transcript)
    }
    callsOfTurn = 0
    if hasPrompts, needsPrompt(transcript) {
      message += 1
      add(.prompt, to: &transcript)
      if manners == .wild, random.once(in: 8) { add(.prompt, to: &transcript) }
      if manners != .strict, random.once(in: 10) {
        message += 1
        add(.prompt, to: &transcript)
      }
    }
    for _ in 0..<random.pick([0, 0, 1, 2, 4]) { round(&transcript) }
    if manners == .strict || !random.once(in: 6) { answer(&transcript) }
  }

  /// Under strict manners a turn that calls were pending in goes on; otherwise each turn begins with a prompt.
  private func needsPrompt(_ transcript: GeneratedTranscript) -> Bool {
    guard manners == .strict, let last = transcript.entries.last else { return true }
    return last.kind == .response || last.kind == .instructions
  }

  private mutating func round(_ transcript: inout GeneratedTranscript) {
    if manners == .strict, !transcript.entries.contains(where: { $0.kind == .prompt }) { return }
    calls(&transcript)
    if manners == .wild, random.once(in: 6) {
      late += pending
      pending = []
      calls(&transcript)
    }
    results(&transcript)
  }

  private mutating func calls(_ transcript: inout GeneratedTranscript) {
    message += 1
    if hasReasoning, !random.once(in: 3) {
      add(.reasoning, to: &transcript)
      if ownMessageReasoning { message += 1 }
    }
    if random.once(in: 3) { add(.response, to: &transcript) }
    let made = (0..<random.pick([1, 1, 2, 4])).map { _ in (id: newID(), tool: random.pick(tools) as String?) }
    add(.toolCalls, calls: made, to: &transcript)
    pending += made
  }

  private mutating func newID() -> String? {
    callsMade += 1
    callsOfTurn += 1
    switch ids {
    case .unique: return "call_\(callsMade)"
    case .sameInEveryTurn: return "call_\(callsOfTurn)"
    case .allEqual: return "call"
    case .missing: return nil
    case .mixed: return random.pick(["call_\(callsMade)", "call_\(callsOfTurn)", "call", nil])
    }
  }

  private mutating func results(_ transcript: inout GeneratedTranscript) {
    var due = pending.shuffled(using: &random)
    pending = []
    if manners == .wild {
      if random.once(in: 8) { due.append((id: random.pick(["nobody", nil, "call"]), tool: nil)) }
      if random.once(in: 8), let double = due.first { due.append(double) }
      if random.once(in: 3), let result = late.popLast() { due.append(result) }
      if random.once(in: 8) { due.shuffle(using: &random) }
    }
    for call in due {
      if manners == .wild, random.once(in: 10) {
        if random.once(in: 2) { late.append(call) }
        continue
      }
      message += 1
      add(.toolOutput, calls: [call], to: &transcript)
    }
  }

  private mutating func answer(_ transcript: inout GeneratedTranscript) {
    message += 1
    if hasReasoning, random.once(in: 2) {
      add(.reasoning, to: &transcript)
      if ownMessageReasoning {
        message += 1
        if random.once(in: 5) { return }
      }
    }
    add(.response, to: &transcript)
  }

  private mutating func add(
    _ kind: EntryKind, calls: [(id: String?, tool: String?)] = [], to transcript: inout GeneratedTranscript
  ) {
    position += hasGaps && random.once(in: 5) ? Int32.random(in: 2...9, using: &random) : 1
    var flags: EntryFlags = []
    if random.once(in: pinsOnceIn) { flags.insert(.pinned) }
    if random.once(in: 12) { flags.insert(.attachment) }
    if manners == .wild, random.once(in: 15) { flags.insert(.blank) }
    transcript.append(
      GeneratedTranscript.Entry(
        position: position, message: message, kind: kind, flags: flags,
        tokens: random.once(in: 12) ? 0 : Int32.random(in: 1...(kind == .toolOutput ? 300 : 60), using: &random),
        time: random.once(in: 10) ? EntryHeader.noTime : 1_700_000_000_000_000 + Int64(position) * 1_000_000,
        calls: calls))
  }
}

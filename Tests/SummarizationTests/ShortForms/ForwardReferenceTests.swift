import Compaction
import Glibc
import Summarization
import TestSupport
import Testing
import Tokenization
import TranscriptFormats
import Transcripts

/// What an agent would miss: of the argument values of its later calls that stood in the full history, the share that
/// is missing after compaction.
@Suite(.enabled(if: TestData.folder != nil, Comment(rawValue: TestData.isMissing)))
struct ForwardReferenceTests {
  static let free = Protection(lastTurns: 0)

  static func policy(_ stages: Stage...) -> Policy {
    Policy(trigger: Trigger(.any, []), protection: free, stages: stages)
  }

  @Test func `a digest of results keeps what an airline agent needs later`() throws {
    let conversations = try MeasuredConversation.read("tau-bench-airline")
    let digest = References(conversations, Self.policy(.clearToolResults(ClearToolResults())))
    #expect(digest.lost <= 0.01, "\(digest)")
    #expect(digest.kept <= 0.86, "\(digest)")
    // The same with nothing left of the results, and with the calls dropped.
    let masked = References(conversations, Self.policy(.clearToolResults(ClearToolResults(leave: .placeholder))))
    #expect(masked.lost > 0.05, "\(masked)")
    let dropped = References(
      conversations, Self.policy(.dropCompletedToolCalls(DropCompletedToolCalls(keepLast: 3))))
    #expect(dropped.lost > masked.lost, "\(dropped)")
  }

  @Test func `digests of results and arguments keep what a coding session needs later`() throws {
    let session = try MeasuredConversation.read("pi-mono-a")
    let made = References(
      session, Self.policy(.clearToolArguments(ClearToolArguments()), .clearToolResults(ClearToolResults(keepLast: 40)))
    )
    #expect(made.kept <= 0.54, "\(made)")
    #expect(made.lost < 0.037, "\(made)")
    // The arguments of writes and edits weigh as much as the results.
    let results = References(session, Self.policy(.clearToolResults(ClearToolResults(keepLast: 40))))
    #expect(results.kept > made.kept + 0.15, "\(results)")
  }
}

/// What a policy keeps and loses, measured before each call.
private struct References: CustomStringConvertible {
  private var tokensBefore = 0
  private var tokensAfter = 0
  private var known = 0
  private var missing = 0

  var kept: Double { Double(tokensAfter) / Double(max(tokensBefore, 1)) }
  var lost: Double { Double(missing) / Double(max(known, 1)) }
  var description: String { "kept \(kept), lost \(lost) of \(known)" }

  init(_ conversations: [MeasuredConversation], _ policy: Policy) {
    var planner = Planner()
    for conversation in conversations {
      var forms = FormCache(conversation)
      for (end, entry) in conversation.entries.enumerated() where entry.draft.kind == .toolCalls {
        let overlay = conversation.compacted(before: end, policy, &planner, &forms)
        let snapshot = conversation.snapshot(before: end)
        tokensBefore += Overlay.size(of: snapshot, under: nil).tokens
        tokensAfter += Overlay.size(of: snapshot, under: overlay).tokens
        for value in entry.argumentValues {
          let places = (0..<end).filter { conversation.entries[$0].text.holds(value) }
          guard !places.isEmpty else { continue }
          known += 1
          let isThere = places.contains { index in
            let position = Int32(index + 1)
            switch overlay?.disposition(of: position) ?? .kept {
            case .kept: return true
            case .dropped, .covered: return false
            case .replaced: return forms.texts[position]?.holds(value) ?? false
            }
          }
          if !isThere { missing += 1 }
        }
      }
    }
  }
}

/// A conversation with the headers that planning needs.
private struct MeasuredConversation {
  struct Entry {
    var message: JSON
    var draft: EntryDraft
    var text: [CChar]

    /// Strings and numbers in the arguments, each once.
    var argumentValues: Set<String> {
      Set(
        draft.calls.flatMap { call -> [String] in
          (call.arguments.flatMap { try? JSON(parsing: $0) }?.leaves ?? []).filter { $0.contains { !$0.isWhitespace } }
        })
    }
  }

  var entries: [Entry] = []
  private var whole = Snapshot(tokenizer: "estimate@1")

  static func read(_ name: String) throws -> [MeasuredConversation] {
    let bytes = try #require(try TestData.bytes("transcripts/\(name).jsonl"))
    var reader = try TranscriptReader(MemorySource(bytes), format: .openai)
    var conversations: [MeasuredConversation] = []
    while let item = try reader.next() {
      guard case .conversation(let draft) = item else { continue }
      conversations.append(try MeasuredConversation(draft))
    }
    return conversations
  }

  private init(_ conversation: ConversationDraft) throws {
    var builder = SnapshotBuilder(tokenizer: tokenizer.name)
    for (ordinal, message) in conversation.messages.enumerated() {
      let raw = try RawJSON(message.original)
      for draft in message.entries {
        let alone = OpenAIChat.message(ofPart: draft.part, of: raw)
        entries.append(Entry(message: alone, draft: draft, text: draft.text))
        builder.append(
          EntryHeader(
            position: Int32(entries.count), message: Int32(ordinal + 1), kind: draft.kind,
            flags: EntryFlags(rawValue: draft.traits.rawValue), tokens: Int32(draft.tokens), bytes: 0),
          calls: draft.calls.map { (id: $0.id, tool: $0.tool) })
      }
    }
    whole = builder.snapshot
  }

  func snapshot(before end: Int) -> Snapshot {
    var snapshot = whole
    snapshot.headers.removeLast(snapshot.headers.count - end)
    return snapshot
  }

  func compacted(before end: Int, _ policy: Policy, _ planner: inout Planner, _ forms: inout FormCache) -> Overlay? {
    let input = PlanningInput(
      snapshot: snapshot(before: end), previous: nil, policy: policy, now: 0, lastAppend: 0, revision: 1)
    var next = planner.plan(input)
    while case .needsShortForms(let draft) = next {
      next = PlanningResult(draft.settle(tokens: draft.positions.map { forms.tokens($0, draft.rule) }))
    }
    if case .settled(let plan) = next { return plan.overlay }
    return nil
  }
}

/// Short forms by position: a policy of these tests makes one of each entry.
private struct FormCache {
  private let conversation: MeasuredConversation
  private var sizes: [Int32: Int?] = [:]
  private(set) var texts: [Int32: [CChar]] = [:]

  init(_ conversation: MeasuredConversation) { self.conversation = conversation }

  mutating func tokens(_ position: Int32, _ rule: ShortFormRule) -> Int? {
    if let known = sizes[position] { return known }
    let message = conversation.entries[Int(position) - 1].message
    let form = ShortFormsTests.forms.form(of: message, by: rule)
    let draft = form.flatMap { try? RawJSON($0.text) }.flatMap { OpenAIChat.entries(of: $0).first }
    sizes[position] = .some(draft?.tokens)
    texts[position] = draft?.text
    return draft?.tokens
  }
}

extension EntryDraft {
  fileprivate var tokens: Int {
    tokenizer.entryTokens(
      kind: kind, contents: contents,
      calls: kind == .toolCalls ? calls.map { CountedCall(name: $0.tool ?? "", arguments: $0.arguments ?? "") } : [],
      toolName: kind == .toolOutput ? calls.first?.tool : nil, attachments: attachments)
  }

  /// Everything in which a value can stand.
  fileprivate var text: [CChar] {
    Array((contents + calls.map { $0.arguments ?? "" }).joined(separator: "\n").utf8CString)
  }
}

extension [CChar] {
  /// Ends with NUL, as the value does; neither holds another.
  fileprivate func holds(_ value: String) -> Bool { strstr(self, value) != nil }
}

extension JSON {
  /// Its strings and numbers.
  fileprivate var leaves: [String] {
    switch self {
    case .null, .bool: []
    case .number(let digits): [digits]
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.leaves)
    case .object(let members): members.flatMap(\.value.leaves)
    }
  }
}

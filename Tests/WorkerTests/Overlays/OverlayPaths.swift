import Compaction
import FoundationEssentials
import Summarization
import TestSupport
import Tokenization
import TranscriptFormats
import Transcripts

@testable import HistoryModifiers
@testable import Storage
@testable import Worker

/// A way from a transcript, as it grows, to overlays under one policy.
protocol OverlayPath {
  init(_ policy: Policy)
  /// Looks at the transcript as it is now, and returns the overlay that holds then.
  mutating func look(at history: TwinHistory) async throws -> Overlay?
}

/// What a summary costs: something that depends on the draft alone.
func summaryTokens(_ draft: Draft) -> Int { min(max(draft.budgetTokens, 1), max(draft.replacedTokens / 3, 1)) }

/// Stored rows, headers, and what the worker's flow does with them up to the commit.
struct WorkerPath: OverlayPath {
  private var planner = Planner()
  private let context: PlanningContext
  private var revision = Storage.StoredRevision(highest: 0, live: nil)

  init(_ policy: Policy) {
    context = PlanningContext(
      policy: policy, policyDigest: [1], fromOriginals: false, isLive: true, dialect: .strictAlternation)
  }

  mutating func look(at history: TwinHistory) throws -> Overlay? {
    var maker = HeaderMaker(
      tokenizer: HeaderMakerTests.tokenizer, continuing: Snapshot(tokenizer: HeaderMakerTests.tokenizer.name))
    for row in history.rows { try maker.add(row) }
    let snapshot = maker.builder.snapshot
    let loaded = Loaded(
      claimed: ClaimedConversation(
        claim: Claim(conversation: 7, epoch: 1, token: UUID()), tenant: "default", format: "apple",
        entries: snapshot.headers.count, bytes: 0, lastPosition: snapshot.headers.last?.position ?? 0,
        lastAppend: 0, claimedAt: .max, attempts: 1, crashes: 0),
      snapshot: snapshot, revision: revision)
    var planned = plan(loaded, with: &planner, in: context)
    while true {
      switch planned {
      case .unchanged: return revision.live?.overlay
      case .shortening(let item):
        var table = ShortFormTable(
          [item], shortForms: ShortForms(digest: { $0 }), tokenizer: HeaderMakerTests.tokenizer)
        for row in history.rows { table.add(row) }
        let made = try table.forms(of: 7).get()
        let settlement = item.draft.settle(tokens: item.draft.positions.map { made[$0].map { Int($0.tokens) } })
        planned = loaded.planned(PlanningResult(settlement), forms: item.forms.merging(made) { $1 }, in: context)
      case .drafted(let item):
        planned = loaded.planned(
          PlanningResult(item.draft.settle(summaryTokens: summaryTokens(item.draft))), forms: item.forms, in: context)
      case .finished(let item):
        guard let made = item.commit.revision else { return revision.live?.overlay }
        revision = Storage.StoredRevision(
          highest: made.number,
          live: .init(revision: made.number, overlay: made.overlay, policy: [1], summaryText: nil))
        return made.overlay
      }
    }
  }
}

/// The entries of a session, and what history modifiers do with them before a request.
struct SessionPath: OverlayPath {
  private var state = OverlayState(history: SessionHistory(tokenizer: EstimatingTokenizer()))
  private let step: HistoryStep

  init(_ policy: Policy) { step = HistoryStep(modifier: "compactHistory(under:)", policy: policy) }

  mutating func look(at history: TwinHistory) async throws -> Overlay? {
    state.take(history.entries)
    // When to ask for a summary again is the worker's look, which this does not compare.
    state.summarizesFrom = 0
    var maker = OverlayMaker { draft, _, _ in .init(text: "a summary", tokens: summaryTokens(draft)) }
    try await maker.run(step, on: &state)
    return state.overlay
  }
}

/// A wrong reading of a session's entries, planned as the right one is.
protocol WrongReading: OverlayPath {
  var policy: Policy { get }
  var overlay: Overlay? { get set }
  func read(_ history: SessionHistory) -> Snapshot
}

extension WrongReading {
  mutating func look(at history: TwinHistory) async throws -> Overlay? {
    var read = SessionHistory(tokenizer: EstimatingTokenizer())
    _ = read.update(to: history.entries)
    var planner = Planner()
    var result = planner.plan(
      PlanningInput(
        snapshot: self.read(read), previous: overlay, policy: policy, now: .max, lastAppend: 0, revision: 1))
    while true {
      switch result {
      case .unchanged, .cannotShrink: return overlay
      case .needsShortForms(let draft): result = PlanningResult(draft.settle(tokens: draft.positions.map { _ in 20 }))
      case .needsSummary(let draft): result = PlanningResult(draft.settle(summaryTokens: summaryTokens(draft)))
      case .settled(let plan):
        overlay = plan.overlay
        return overlay
      }
    }
  }
}

/// Counts a token for each four bytes.
struct CountsBytes: WrongReading {
  let policy: Policy
  var overlay: Overlay?

  init(_ policy: Policy) { self.policy = policy }

  func read(_ history: SessionHistory) -> Snapshot {
    var snapshot = history.snapshot
    for index in snapshot.headers.indices { snapshot.headers[index].tokens = snapshot.headers[index].bytes / 4 }
    return snapshot
  }
}

/// Takes every entry for a message of its own, so that text and the calls beside it part.
struct PartsMessages: WrongReading {
  let policy: Policy
  var overlay: Overlay?

  init(_ policy: Policy) { self.policy = policy }

  func read(_ history: SessionHistory) -> Snapshot {
    var snapshot = history.snapshot
    for index in snapshot.headers.indices { snapshot.headers[index].message = Int32(index + 1) }
    return snapshot
  }
}

/// Numbers the entries that are shown, so that positions move.
struct NumbersAnew: WrongReading {
  let policy: Policy
  var overlay: Overlay?

  init(_ policy: Policy) { self.policy = policy }

  func read(_ history: SessionHistory) -> Snapshot {
    var snapshot = history.snapshot
    for index in snapshot.headers.indices { snapshot.headers[index].position = Int32(index + 1) }
    return snapshot
  }
}

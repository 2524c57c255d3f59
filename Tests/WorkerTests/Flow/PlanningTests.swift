import Compaction
import FoundationEssentials
import TestSupport
import Testing

@testable import Storage
@testable import Worker

@Suite struct PlanningTests {
  private static let policy = Policy(
    trigger: Trigger(.any, [.tokens(100)]), target: Size(tokens: 60), protection: Protection(lastTurns: 1),
    stages: [.dropCompletedToolCalls(DropCompletedToolCalls()), .rollingWindow(RollingWindow(.tokens(60)))])
  private static let summarizing = Policy(
    trigger: Trigger(.any, [.tokens(100)]), target: Size(tokens: 60), protection: Protection(lastTurns: 1),
    stages: [.summarize(Summarize(model: "m", prompt: "facts@1", atMostTokens: 20))])

  private let long = "S U A{1} T(1):40 A U A{2} T(2):40 A U A"

  private func context(_ policy: Policy, digest: [UInt8] = [1], fromOriginals: Bool = false) -> PlanningContext {
    PlanningContext(
      policy: policy, policyDigest: digest, fromOriginals: fromOriginals, isLive: true, dialect: .openAI)
  }

  private func loaded(_ snapshot: Snapshot, live: StoredRevision.Live? = nil, lastAppend: Int64 = 0) -> Loaded {
    Loaded(
      claimed: ClaimedConversation(
        claim: Claim(conversation: 1, epoch: 1, token: UUID()), tenant: "default", format: "openai",
        entries: snapshot.headers.count, bytes: 1_000, lastPosition: Int32(snapshot.headers.count),
        lastAppend: lastAppend, claimedAt: 1_000_000_000, attempts: 1, crashes: 0),
      snapshot: snapshot, revision: StoredRevision(highest: live?.revision ?? 0, live: live))
  }

  private func planned(_ loaded: Loaded, _ context: PlanningContext) -> Planned {
    var planner = Planner()
    return plan(loaded, with: &planner, in: context)
  }

  /// The live revision that committing this would make.
  private func live(_ finished: Finished, policy: [UInt8] = [1]) throws -> StoredRevision.Live {
    let revision = try #require(finished.commit.revision)
    return StoredRevision.Live(
      revision: revision.number, overlay: revision.overlay, policy: policy, summaryText: revision.summary?.text)
  }

  private func finished(_ planned: Planned) throws -> Finished {
    guard case .finished(let finished) = planned else {
      Issue.record("found \(planned), expected an attempt that has ended")
      throw CancellationError()
    }
    return finished
  }

  @Test func `what is below the trigger is left alone, until it can have grown to it`() throws {
    let loaded = loaded(sketch("S U A U A"))
    guard case .unchanged(_, let look) = planned(loaded, context(Self.policy)) else {
      Issue.record("it was not left alone")
      return
    }
    // 50 tokens are missing, and a token is a byte at least.
    #expect(look == Look(conversation: 1, entries: nil, bytes: 1_050))
  }

  @Test func `a plan is written once: the next look at the same entries changes nothing`() throws {
    let context = context(Self.policy)
    let first = try finished(planned(loaded(sketch(long)), context))
    #expect(first.commit.outcome == .compacted)
    #expect(first.commit.revision?.number == 1)
    #expect(try #require(first.commit.after).tokens < (try #require(first.commit.before)).tokens)
    guard case .unchanged(_, .some) = planned(loaded(sketch(long), live: try live(first)), context) else {
      Issue.record("the second look wrote something")
      return
    }
  }

  @Test func `a backfill under the policy that made the revision writes nothing`() throws {
    let context = context(Self.policy, fromOriginals: true)
    let first = try finished(planned(loaded(sketch(long)), context))
    guard case .unchanged = planned(loaded(sketch(long), live: try live(first)), context) else {
      Issue.record("the second backfill wrote something")
      return
    }
  }

  @Test func `a backfill under another policy starts from the originals and takes the next number`() throws {
    let first = try finished(planned(loaded(sketch(long)), context(Self.policy)))
    let revision = try live(first)
    var other = Self.policy
    other.stages = [.rollingWindow(RollingWindow(.tokens(60)))]
    let second = try finished(
      planned(loaded(sketch(long), live: revision), context(other, digest: [2], fromOriginals: true)))
    #expect(second.commit.outcome == .compacted)
    #expect(second.commit.revision?.number == 2)
    #expect(second.commit.before?.entries == 11, "it was planned from everything, not from what revision 1 left")
    #expect(second.commit.revision?.overlay != revision.overlay)
  }

  @Test func `a backfill does not buy the summary that is there`() throws {
    let context = context(Self.summarizing, fromOriginals: true)
    guard case .drafted(let drafted) = planned(loaded(sketch(long)), context) else {
      Issue.record("no summary was asked for")
      return
    }
    guard case .settled(let plan) = drafted.draft.settle(summaryTokens: 12) else {
      Issue.record("the summary was not taken")
      return
    }
    let summary = NewSummary(text: "what was said", model: "m", prompt: "facts@1")
    let first = loaded(sketch(long)).finished(with: plan, summary: summary, use: ModelUse(), in: context)
    let live = try live(first)
    guard case .unchanged = planned(loaded(sketch(long), live: live), context) else {
      Issue.record("the same summary was asked for again")
      return
    }
    // Grown, or under another policy, it covers something else.
    guard case .drafted = planned(loaded(sketch(long + " U:50 A:50"), live: live), context) else {
      Issue.record("a grown conversation was left alone")
      return
    }
    let other = self.context(Self.summarizing, digest: [2], fromOriginals: true)
    guard case .drafted = planned(loaded(sketch(long), live: live), other) else {
      Issue.record("another policy was not applied")
      return
    }
  }

  @Test func `an ordinary run goes on from the live revision`() throws {
    let first = try finished(planned(loaded(sketch(long)), context(Self.policy)))
    let grown = sketch(long + " U:60 A:60")
    let second = try finished(planned(loaded(grown, live: try live(first)), context(Self.policy)))
    #expect(second.commit.revision?.number == 2)
    let before = try #require(second.commit.before)
    let after = try #require(first.commit.after)
    #expect(before.tokens == after.tokens + 120)
  }

  @Test func `what cannot shrink gets a record, no revision, and a look when it has grown`() throws {
    let ended = try finished(planned(loaded(sketch("U:500")), context(Self.policy)))
    #expect(ended.commit.outcome == .cannotShrink)
    #expect(ended.commit.reason == "nothing_to_gain")
    #expect(ended.commit.revision == nil)
    #expect(ended.look?.entries == 2)
  }

  @Test func `someone who may still be typing keeps the conversation due`() throws {
    var policy = Self.policy
    policy.trigger.idleSeconds = 60
    let typing = loaded(sketch(long), lastAppend: 1_000_000_000 - 59_000_000)
    guard case .unchanged(_, nil) = planned(typing, context(policy)) else {
      Issue.record("it was compacted or forgotten")
      return
    }
    let silent = loaded(sketch(long), lastAppend: 1_000_000_000 - 60_000_000)
    #expect(try finished(planned(silent, context(policy))).commit.outcome == .compacted)
  }

  @Test func `a shadow run writes a revision that nobody reads`() throws {
    var context = context(Self.policy)
    context.isLive = false
    #expect(try finished(planned(loaded(sketch(long)), context)).commit.revision?.isLive == false)
  }
}

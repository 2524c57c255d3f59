import Compaction
import Testing
import Transcripts

@testable import CompactorCommands
@testable import Storage

@Suite struct ExplanationTests {
  private func explanation(due: Int64? = nil, claim: ClaimState? = nil) -> Explanation {
    Explanation(
      conversation: ConversationRecord(
        number: 3, tenant: "acme", key: "chat-7", format: "openai", metadata: "{}", entries: 1, messages: 1, bytes: 1,
        lastPosition: 1, createdAt: 0, lastAppendedAt: 60_000_000, dueSince: due, lookAtEntries: due == nil ? 5 : nil),
      claim: claim, registeredJobs: 2)
  }

  private func claim(held: Bool) -> ClaimState {
    ClaimState(
      epoch: 2, isClaimed: !held, expiresAt: held ? nil : 120_000_000, heldSince: held ? 0 : nil,
      heldReason: held ? "the summary was wrong" : nil, attempts: 0, crashes: 0, run: 9)
  }

  @Test func `a conversation that no job selects is told as it stands`() throws {
    let explanation = explanation()
    #expect(
      explanation.text == """
        conversation chat-7, tenant acme
          stored   1 entry, 1 byte, last append 1970-01-01 00:01:00 UTC
          due      no; the next look is at 5 entries
          job      none of the 2 registered selects it
        """)
    let json = try JSON(parsing: explanation.json)
    #expect(json["conversation"] == "chat-7" && json["entries"] == 1 && json["look_at_entries"] == 5)
    #expect(json["last_appended_at"] == "1970-01-01T00:01:00.000000Z")
    for name in ["due_since", "look_at_bytes", "held", "quarantined", "claimed", "job"] {
      #expect(json[name] == .null, "\(name)")
    }
  }

  @Test func `what keeps workers away is told with its reason`() throws {
    let held = try JSON(parsing: explanation(claim: claim(held: true)).json)
    #expect(held["held"] == ["since": "1970-01-01T00:00:00.000000Z", "reason": "the summary was wrong"])
    #expect(held["claimed"] == .null)
    let claimed = try JSON(parsing: explanation(claim: claim(held: false)).json)
    #expect(claimed["claimed"] == ["run": 9, "until": "1970-01-01T00:02:00.000000Z"])
    #expect(claimed["held"] == .null)
  }

  @Test func `the job that selects it says how far its trigger is, and what a look would find`() throws {
    var explanation = explanation(due: 0)
    explanation.job = Explanation.Selecting(
      name: "nightly", version: 4, trigger: Trigger(.all, [.turns(9), .tokens(1)], idleSeconds: 60),
      look: Explanation.Look(
        result: .unchanged(.belowTrigger, NextLook(entries: 5)), size: HistorySize(entries: 1, turns: 1, tokens: 1),
        tokenizer: "cl100k_base"))
    #expect(
      explanation.text.hasSuffix(
        """
          job      nightly, version 4, is the first that selects it
          history  1 entry, 1 turn, 1 token by cl100k_base, as it is read
          trigger  all of: turns 1 of 9, tokens 1 of 1; idle for 60 s
          a look   would change nothing: it is below the trigger
        """))
    let job = try #require(try JSON(parsing: explanation.json)["job"])
    #expect(job["name"] == "nightly" && job["version"] == 4)
    #expect(
      job["trigger"] == [
        "combination": "all",
        "conditions": [["unit": "turns", "found": 1, "limit": 9], ["unit": "tokens", "found": 1, "limit": 1]],
        "idle_seconds": 60,
      ])
    #expect(job["look"] == ["would": "nothing", "reason": "below_trigger"])
    explanation.job?.look = nil
    let unread = try #require(try JSON(parsing: explanation.json)["job"])
    #expect(unread["look"] == .null && unread["history"] == .null)
    #expect(unread["trigger"]?["conditions"]?[0]?["found"] == .null)
  }
}

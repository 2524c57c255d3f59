import Compaction
import TestSupport
import Testing

struct CanonicalFormTests {
  @Test func `a policy is written with every default, in one way`() {
    let policy = Policy(
      trigger: Trigger(.all, [.turns(80), .tokens(24_000), .turns(80)], idleSeconds: 900), target: Size(tokens: 8_000),
      protection: Protection(firstPrompt: true, lastTurns: 6, tools: ["pay", "Buy \"it\"\n"]),
      stages: [
        .dropCompletedToolCalls(DropCompletedToolCalls(keepLastTurns: 6)),
        .summarize(Summarize(model: "small", prompt: "facts@1", atMostTokens: 800, keepLast: .turns(6))),
        .rollingWindow(RollingWindow(.entries(40))),
        .clearToolResults(ClearToolResults(leave: .headAndTail(head: 300, tail: 200), only: ["search"])),
        .clearToolArguments(ClearToolArguments(except: ["pay"], atLeastTokens: 90)),
        .dropStaleReasoning(DropStaleReasoning()), .dropAttachments(DropAttachments(keepLast: 2)),
        .hardBudget(HardBudget(tokens: 12_000)), .clearToolResults(ClearToolResults(leave: .placeholder)),
      ])
    #expect(
      policy.canonicalForm == #"""
        policy 1
        compact_when all
        compact_when tokens 24000
        compact_when turns 80
        compact_when idle_for 900
        target tokens 8000
        protect first_prompt true
        protect last_turns 6
        protect tools "Buy \"it\"\n" "pay"
        protect roles
        protect dead_calls false
        repair
        stage drop_completed_tool_calls
          keep_last_turns 6
          keep_last 0
          only
          except
          at_least tokens 0
        stage summarize
          model "small"
          prompt "facts@1"
          at_most tokens 800
          keep_last turns 6
          at_least tokens 0
        stage rolling_window
          entries 40
        stage clear_tool_results
          leave head_and_tail 300 200
          keep_last 3
          only "search"
          except
          at_least tokens 0
        stage clear_tool_arguments
          leave digest 40
          longer_than 200
          keep_last 3
          only
          except "pay"
          at_least tokens 90
        stage drop_stale_reasoning
          keep_last_turns 1
          at_least tokens 0
        stage drop_attachments
          keep_last_turns 0
          keep_last 2
          at_least tokens 0
        stage hard_budget
          tokens 12000
        stage clear_tool_results
          leave placeholder
          keep_last 3
          only
          except
          at_least tokens 0

        """#)
  }

  @Test func `a summary's gates and own prompt are written where they are not the usual ones`() {
    func lines(_ gates: SummaryGates, _ own: OwnPrompt? = nil) -> Set<String> {
      let stage = Summarize(model: "m", prompt: "p@1", ownPrompt: own, atMostTokens: 800, gates: gates)
      let form = Policy(trigger: Trigger(.any, [.turns(9)]), stages: [.summarize(stage)]).canonicalForm
      return Set(form.split(separator: "\n").map(String.init))
    }
    let usual = lines(.standard)
    func further(_ gates: SummaryGates, _ own: OwnPrompt? = nil) -> Set<String> { lines(gates, own).subtracting(usual) }
    #expect(further(.off) == ["  retention off", "  grounding off"])
    #expect(
      further(SummaryGates(retention: .require(atLeast: 0.25), grounding: .warn(below: 0.5)))
        == ["  retention require 0.25", "  grounding warn 0.5"])
    #expect(
      further(.standard, OwnPrompt(text: "Say \"why\".", isRecord: true))
        == [##"  prompt_text "Say \"why\".""##, "  prompt_form record"])
  }

  @Test func `what means the same is written the same`() {
    let one = Policy(trigger: Trigger(.all, [.turns(1), .turns(1)]), stages: [])
    let other = Policy(trigger: Trigger(.any, [.turns(1)]), stages: [])
    #expect(one.canonicalForm == other.canonicalForm)
  }

  @Test func `policies that differ are written differently`() {
    var policies: [Policy] = []
    var written = Set<String>()
    for seed in 0..<500 {
      var generator = PolicyGenerator(seed: seed)
      var policy = generator.policy()
      // Conditions that mean the same in several ways are the subject of the test above.
      policy.trigger.conditions = [.entries(seed)]
      policy.trigger.combination = .any
      policies.append(policy)
      written.insert(policy.canonicalForm)
    }
    #expect(written.count == policies.count)
  }
}

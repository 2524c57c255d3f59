import Jobs
import Testing

/// One mistake, and the one finding that it gives.
struct Mistake: Sendable, CustomTestStringConvertible {
  var text: String
  var finding: String

  init(_ beginning: String, _ line: String, _ finding: String) {
    self.text = plainJob((beginning, line))
    self.finding = finding
  }

  init(appending line: String, _ finding: String) {
    self.text = plainJob + "\n" + line
    self.finding = finding
  }

  var testDescription: String { finding }
}

struct MistakeTests {
  @Test func `the plain job has no mistakes`() {
    #expect(findings(plainJob) == [])
  }

  static let names = [
    Mistake(
      "job", "job: Plain Job",
      "1:6 error: `job` is not valid: found `Plain Job`, expected a name of lower-case letters, digits and hyphens, "
        + "at most 63"),
    Mistake(
      appending: "limts: {concurrency: 4}",
      "11:1 error: unknown setting of the job: found `limts`, expected one of `job`, `source`, `select`, `dialect`, "
        + "`tokenizer`, `context_window`, `compact_when`, `target`, `protect`, `repair`, `minimum_gain`, `stages`, `models`, "
        + "`prompts`, `redact`, `skills`, `limits`, `schedule`, `on_policy_change`, `publish` (limits)"),
    Mistake(
      appending: "publish: lve",
      "11:10 error: `publish` is not valid: found `lve`, expected `live` or `shadow` (live)"),
    Mistake(appending: "target: {turns: 2}", "11:1 error: `target` is set twice; expected each setting at most once"),
    Mistake(
      appending: "source: sources/helpdesk.yaml",
      "11:9 error: `source` names a mapping file; reading conversations from other tables is not available yet: "
        + "found `sources/helpdesk.yaml`, expected `own`"),
    Mistake(appending: "source: onw", "11:9 error: `source` is not valid: found `onw`, expected `own` (own)"),
    Mistake(
      appending: "tokenizer: o200k_bsae*1.2",
      "11:12 error: `tokenizer` is not valid: found `o200k_bsae*1.2`, expected `o200k_base`, `cl100k_base` or "
        + "`estimate@1`, alone or with a factor from 0.1 to 10, such as `o200k_base*1.2` (o200k_base)"),
    Mistake(
      appending: "tokenizer: estimate@1*20",
      "11:12 error: `tokenizer` is not valid: found `estimate@1*20`, expected `o200k_base`, `cl100k_base` or "
        + "`estimate@1`, alone or with a factor from 0.1 to 10, such as `o200k_base*1.2`"),
    Mistake(
      "job", "", "1:1 error: `job` is missing; expected a name of lower-case letters, digits and hyphens, at most 63"),
    Mistake(
      appending: "select: {tenants: {onyl: [a]}}",
      "11:20 error: `select.tenants` takes one choice of tenants: found `onyl`, expected `only` or `except` (only)"),
    Mistake(
      appending: "select: {tenants: some}", "11:19 error: `select.tenants` is not valid: found `some`, expected `all`"),
    Mistake(
      appending: "select: {tenants: {only: []}}",
      "11:26 error: `select.tenants.only` has the wrong form: found an empty list, "
        + "expected a list with at least one tenant"),
  ]

  static let values = [
    Mistake(
      "compact_when", "compact_when: {any: [{tokens: 4K}]}",
      "2:31 error: `compact_when.any[1].tokens` is not valid: found `4K`, "
        + "expected a whole number of tokens from 1 (4k)"),
    Mistake(
      "compact_when", "compact_when: {any: [{tokens: 0}]}",
      "2:31 error: `compact_when.any[1].tokens` is out of range: found `0`, "
        + "expected a whole number of tokens from 1"),
    Mistake(
      "compact_when", "compact_when: {any: [{tokens: 4k}], idle_for: 15}",
      "2:47 error: `compact_when.idle_for` is not valid: found `15`, "
        + "expected a duration from 0s to 366d, such as 90s, 15m or 2h (15s)"),
    Mistake(
      "compact_when", "compact_when: {any: {tokens: 4k}}",
      "2:21 error: `compact_when.any` has the wrong form: found a map, expected a list with at least one condition"),
    Mistake(
      "compact_when", "compact_when: {idle_for: 1m}",
      "2:15 error: `compact_when` needs one way to combine its conditions: found none, expected `any` or `all`"),
    Mistake(
      appending: "protect: {first_prompt: yes}",
      "11:25 error: `protect.first_prompt` is not valid: found `yes`, expected `true` or `false` (true)"),
    Mistake(
      appending: "protect:\n  last_turns:",
      "12:3 error: `protect.last_turns` has no value; expected a whole number of turns from 0"),
    Mistake(
      appending: "limits: {spend: {run: 200}}",
      "11:23 error: `limits.spend.run` is not valid: found `200`, expected an amount such as 200 USD (200 USD)"),
    Mistake(
      appending: "limits: {stop_when_failing: 0.05}",
      "11:29 error: `limits.stop_when_failing` is not valid: found `0.05`, "
        + "expected a share such as 5%, above 0% and up to 100% (5%)"),
    Mistake(
      appending: "limits: {stop_when_failing: 0%}",
      "11:29 error: `limits.stop_when_failing` is out of range: found `0%`, "
        + "expected a share such as 5%, above 0% and up to 100%"),
    Mistake(
      appending: "limits: [1]",
      "11:9 error: `limits` has the wrong form: found a list, expected a map with settings of `limits`: `concurrency`, "
        + "`model_calls_in_flight`, `tokens_per_minute`, `spend`, `stop_when_failing`"),
    Mistake(
      "target", "target: {}",
      "3:9 error: `target` says nothing; expected at least one of `entries`, `turns`, `tokens`, "
        + "`tool_calls`, `share`"),
    Mistake(
      "target", "target: {share: 30%}",
      "3:10 error: a `share` is one of the context window of the model that histories are sent to; "
        + "expected `context_window`, such as `context_window: 128k`"),
    Mistake(
      "compact_when", "compact_when: {any: [{share: 120%}]}",
      "2:30 error: `compact_when.any[1].share` is out of range: found `120%`, "
        + "expected a share such as 5%, above 0% and up to 100%"),
    Mistake(
      "compact_when", "compact_when: {any: [{tokens: 4k}, {age: 30}]}",
      "2:42 error: `compact_when.any[2].age` is not valid: found `30`, "
        + "expected a duration from 1s to 3660d, such as 90s, 15m or 2h (30s)"),
    Mistake(
      appending: "protect: {roles: [asistant]}",
      "11:19 error: `protect.roles[1]` is not valid: found `asistant`, expected `user`, `assistant` or `tool` (assistant)"
    ),
    Mistake(
      appending: "minimum_gain: {share: 10%, tokens: 3}",
      "11:28 error: `minimum_gain` takes one gain: found `tokens` beside `share`, expected one key alone"),
    Mistake(
      appending: #"schedule: {cron: "0 24 * * *"}"#,
      "11:21 error: `schedule.cron` has the hour out of range: found `24`, "
        + "expected 0-23, `*`, lists and steps such as `*/5`"),
    Mistake(
      appending: "schedule: {cron: '@daily', time_zone: Europe/Berln}",
      "11:39 error: `schedule.time_zone` is not a time zone that is known here: found `Europe/Berln`, "
        + "expected the name of a time zone, such as `Europe/Berlin` or `UTC` (Europe/Berlin)"),
    Mistake(
      appending: "schedule: {cron: '@daily', overlap: queue}",
      "11:37 error: `schedule.overlap` is not valid: found `queue`, expected `skip`"),
  ]

  static let stages = [
    Mistake(
      "  - summarize", "  - sumarize: {model: small}\n  - rolling_window: {turns: 3}",
      "5:5 error: `stages[1]` takes one stage: found `sumarize`, "
        + "expected `clear_tool_results`, `clear_tool_arguments`, `drop_completed_tool_calls`, `drop_stale_reasoning`, "
        + "`drop_attachments`, `rolling_window`, `summarize` or `hard_budget` (summarize)"),
    Mistake(
      "  - summarize", "  - clear_tool_results: {leave: digst}",
      "5:33 error: `stages[1].clear_tool_results.leave` is not valid: found `digst`, "
        + "expected `digest`, `placeholder` or `head_and_tail` (digest)"),
    Mistake(
      "  - summarize", "  - clear_tool_results: {leave: {head_and_tail: {haed: 3}}}",
      "5:50 error: unknown setting of `stages[1].clear_tool_results.leave.head_and_tail`: found `haed`, "
        + "expected one of `head`, `tail` (head)"),
    Mistake(
      "  - summarize", "  - drop_stale_reasoning: {keep_last_turns: 0}",
      "5:45 error: `stages[1].drop_stale_reasoning.keep_last_turns` is out of range: found `0`, "
        + "expected a whole number of turns from 1"),
    Mistake(
      "  - summarize", "  - hard_budget:",
      "5:5 error: `stages[1].hard_budget` has no value; expected a map with settings of `hard_budget`: `tokens`"),
    Mistake(
      "  - summarize", "  - summarize:\n    model: small\n    prompt: facts@1\n    at_most: {tokens: 300}",
      "6:5 error: `model` stands beside `summarize`; "
        + "expected the settings of `summarize` below it, indented further than its name"),
    Mistake(
      "  - summarize", "  - summarize: {model: smal, prompt: facts@1, at_most: {tokens: 300}}",
      "5:24 error: the stage names a model that the job does not have: found `smal`, expected `small` (small)"),
    Mistake(
      "  - summarize", "  - summarize: {model: small, prompt: facts@3, at_most: {tokens: 300}}",
      "5:39 error: the stage names a prompt that there is not: found `facts@3`, "
        + "expected `brief@1`, `brief@2`, `facts@1` or `facts@2` (facts@1)"),
    Mistake(
      "  - summarize", "  - summarize: {model: small, at_most: {tokens: 300}, grounding: sometimes}",
      "5:66 error: `stages[1].summarize.grounding` is not valid: found `sometimes`, expected `off`, `warn` or `require`"
    ),
    Mistake(
      "  - summarize", "  - summarize: {model: small, prompt: facts@1, at_most: {tokens: 30k}}",
      "5:66 error: the summary may be larger than half of its model's context window of 32,000 tokens: "
        + "found `30,000`, expected at most 16,000"),
    Mistake(
      "  - summarize",
      "  - drop_completed_tool_calls: {only: [a], except: [b]}\n  - rolling_window: {turns: 3, tokens: 4k}",
      "5:32 error: `stages[1].drop_completed_tool_calls` has both `only` and `except`; expected one of them"),
  ]

  static let pointless = [
    Mistake(
      "target", "target: {tokens: 4k}",
      "3:18 error: `target.tokens`: a history that becomes due at 4000 tokens is within 4000 already; "
        + "make it well smaller than 4000"),
    Mistake(
      "  - summarize", "  - summarize: {model: small, prompt: facts@1, at_most: {tokens: 2k}}",
      "5:66 error: `stages[1].summarize.at_most.tokens`: a summary of 2000 tokens alone fills the target of 2000; "
        + "make it well smaller than 2000"),
    Mistake(
      "  - summarize",
      "  - rolling_window: {turns: 6}\n"
        + "  - summarize: {model: small, prompt: facts@1, at_most: {tokens: 300}, keep_last: {turns: 8}}",
      "6:91 error: `stages[2].summarize.keep_last.turns`: the window before it leaves 6 turns, and all of them stay "
        + "verbatim: there is never anything to summarise; make it smaller than 6, or put the stage before the window"),
    Mistake(
      "  - summarize",
      "  - summarize: {model: small, prompt: facts@1, at_most: {tokens: 300}}\n"
        + "  - drop_completed_tool_calls: {only: [a]}\nprotect: {tools: [a]}",
      "6:39 error: `stages[2].drop_completed_tool_calls.only`: each tool named is protected or excepted as well; "
        + "name a tool that is not"),
    Mistake(
      "  - summarize",
      "  - drop_completed_tool_calls:\n  - drop_completed_tool_calls:\n"
        + "  - summarize: {model: small, prompt: facts@1, at_most: {tokens: 300}}",
      "6:5 error: `stages[2].drop_completed_tool_calls`: an earlier stage has done everything that this one would "
        + "do; remove one of the two"),
    Mistake(
      "  - summarize",
      "  - summarize: {model: small, prompt: facts@1, at_most: {tokens: 300}}\n  - hard_budget: {tokens: 1500}",
      "6:27 error: `stages[2].hard_budget.tokens`: the other stages stop at the target of 2000 tokens, so that the budget "
        + "always drops the rest; make it at least 2000, or lower the target"),
    Mistake(
      "target", "target: {turns: 2}\nprotect: {last_turns: 3}",
      "4:23 error: `protect.last_turns`: 3 turns are protected, so that the target of 2 is never reached; "
        + "protect at most 2, or raise the target"),
  ]

  @Test(arguments: names + values + pointless)
  func `a mistake is named with its place`(mistake: Mistake) {
    #expect(findings(mistake.text) == [mistake.finding])
  }

  @Test(arguments: stages)
  func `a mistake in a stage is named with its place`(mistake: Mistake) {
    #expect(findings(mistake.text).first == mistake.finding)
  }
}

import Compaction
import Summarization

/// The stages and their settings.
enum StageDescription {
  static let stages = [
    Setting(
      "clear_tool_results", .section(clearToolResults), .optional,
      "Makes the results of old tool calls shorter; the calls stay. Needs no model."),
    Setting(
      "clear_tool_arguments", .section(clearToolArguments), .optional,
      "Makes long strings in the arguments of old tool calls shorter: files that were written, say. Arguments stay JSON "
        + "with the same keys. Needs no model."),
    Setting(
      "drop_completed_tool_calls", .section(dropCompletedToolCalls), .optional,
      "Drops groups of tool calls, with their results, when every call has its result. Needs no model."),
    Setting(
      "drop_stale_reasoning", .section(dropStaleReasoning), .optional,
      "Drops the reasoning of old turns; what it led to stays. Needs no model."),
    Setting(
      "drop_attachments", .section(dropAttachments), .optional,
      "Puts a label (kind, size and the start of a digest) in the place of images, sounds and files. Needs no model."),
    Setting(
      "rolling_window", .oneOf(PolicyDescription.limits(1), noun: "limit"), .optional,
      "Keeps the instructions and the largest aligned suffix within the limit, and drops what stands before it. "
        + "Needs no model."),
    Setting(
      "summarize", .section(summarize), .optional, "Replaces the oldest span by a summary that a model writes."),
    Setting(
      "hard_budget", .section(hardBudget), .optional,
      "Drops the oldest groups until the whole history fits, also where the target is reached. What is protected stays: "
        + "a history that does not fit then is reported as `over_budget`. Needs no model."),
  ]

  static let clearToolResults = Section(
    "clear_tool_results", .notBoth("only", "except"),
    [
      leave("result"),
      Setting(
        "keep_last", .count(0...1_000_000, unit: "results"), .standard("3"),
        "The newest results of the conversation stay."),
      only("Only results of the tools named here are made shorter."), except("Results of the tools named here stay."),
      atLeast,
    ])

  static let clearToolArguments = Section(
    "clear_tool_arguments", .notBoth("only", "except"),
    [
      leave("string"),
      Setting(
        "longer_than", .count(1...1_000_000, unit: "characters"), .standard("200"),
        "Strings of up to so many characters stay."),
      Setting(
        "keep_last", .count(0...1_000_000, unit: "groups"), .standard("3"),
        "The newest groups of calls of the conversation stay."),
      only("Only arguments of the tools named here are made shorter."),
      except("Arguments of the tools named here stay."), atLeast,
    ])

  static let dropStaleReasoning = Section(
    "drop_stale_reasoning",
    [
      Setting(
        "keep_last_turns", .count(1...1_000_000, unit: "turns"), .standard("1"),
        "Reasoning of the newest turns stays; some models refuse a tool loop that has lost what it began with."),
      atLeast,
    ])

  static let dropAttachments = Section(
    "drop_attachments",
    [
      Setting(
        "keep_last_turns", .count(0...1_000_000, unit: "turns"), .standard("0"),
        "Attachments of the newest turns stay."),
      Setting(
        "keep_last", .count(0...1_000_000, unit: "entries"), .standard("0"),
        "The newest entries with attachments stay."),
      atLeast,
    ])

  static let hardBudget = Section(
    "hard_budget",
    [
      Setting(
        "tokens", .count(1...1_000_000_000, unit: "tokens"), .required,
        "Of the whole history, instructions and summary included. Where tokens are estimated, leave room: an estimate "
          + "can be a third too low.")
    ])

  private static func leave(_ what: String) -> Setting {
    Setting(
      "leave",
      .either(
        .choice([
          Choice("digest", "its identifiers, numbers and names, at most 40"),
          Choice("placeholder", "how long it was"), Choice("head_and_tail", "its first and last 300 characters"),
        ]), .oneOf(ways, noun: "way")), .standard("digest"),
      "What stays of a \(what), where that is shorter.")
  }

  private static let ways = [
    Setting(
      "digest",
      .section(
        Section(
          "digest",
          [
            Setting(
              "items", .count(1...1_000, unit: "items"), .standard("40"),
              "Identifiers come before numbers, numbers before names.")
          ])), .optional, "The identifiers, numbers and names in it."),
    Setting(
      "head_and_tail",
      .section(
        Section(
          "head_and_tail",
          [
            Setting(
              "head", .count(0...1_000_000, unit: "characters"), .standard("300"),
              "Characters as a reader counts them: none is cut in two."),
            Setting("tail", .count(0...1_000_000, unit: "characters"), .standard("300"), "Likewise, at the end."),
          ])), .optional, "Its beginning and its end."),
  ]

  private static func only(_ meaning: String) -> Setting {
    Setting("only", .list(of: .text(.any("the name of a tool")), noun: "tool"), .optional, meaning)
  }

  private static func except(_ meaning: String) -> Setting {
    Setting("except", .list(of: .text(.any("the name of a tool")), noun: "tool"), .optional, meaning)
  }

  private static let atLeast = Setting(
    "at_least", .section(Section("at_least", gain)), .standardSection, "The stage does nothing when it would gain less."
  )

  static let dropCompletedToolCalls = Section(
    "drop_completed_tool_calls", .notBoth("only", "except"),
    [
      Setting(
        "keep_last_turns", .count(0...1_000_000, unit: "turns"), .standard("0"), "Groups of the newest turns stay."),
      Setting(
        "keep_last", .count(0...1_000_000, unit: "groups"), .standard("0"),
        "The newest completed groups of the conversation stay."),
      only("Only groups all of whose tools are named here are dropped."), except("Groups with a tool named here stay."),
      atLeast,
    ])

  static let summarize = Section(
    "summarize",
    [
      Setting(
        "model", .text(.modelName), .required, "Which of the job's `models` writes the summary."),
      Setting(
        "prompt", .text(.prompt), .standard(SummaryPrompt.standard.id),
        "A prompt by name and version: `facts@2`, a record of goal, constraints, facts, decisions, preferences, work done, "
          + "artifacts, open items, active thread and identifiers, asked for by a JSON Schema where the server honours "
          + "one; `facts@1`, a list of facts; `brief@2`, a short text in the third person; `brief@1`, connected prose; or "
          + "one of the job's `prompts`. A built-in prompt whose words change gets a new version, and the old one stays."
      ),
      Setting(
        "at_most",
        .section(
          Section(
            "at_most",
            [
              Setting(
                "tokens", .count(16...1_000_000, unit: "tokens"), .required,
                "A larger summary is refused, and the history stays as it was.")
            ])), .required, "How large the summary may be."),
      gate(
        "retention", Gate.standardRetention,
        "How much has to survive of the source's identifiers, numbers, dates, paths, addresses and of the constraints that "
          + "the user set: the weight of what the summary kept over the most that one of its size could keep. What is "
          + "used again later weighs more."),
      gate(
        "grounding", Gate.standardGrounding,
        "How much of the summary's identifiers, numbers, dates, paths, addresses and names has to stand in its source."),
      Setting(
        "keep_last", .oneOf(PolicyDescription.limits(1), noun: "limit"), .optional,
        "What stays verbatim behind the summary. Without it, just enough is covered to reach the target."),
      atLeast,
    ])

  private static func gate(_ name: String, _ share: Double, _ meaning: String) -> Setting {
    func choice(_ word: String, _ meaning: String) -> Setting { Setting(word, .percent, .optional, meaning) }
    return Setting(
      name,
      .either(
        .choice([
          Choice("off", "nothing is measured"),
          Choice("warn", "a share below \(Int(share * 100))% is recorded and counted, and the summary accepted"),
          Choice("require", "a summary with a share below \(Int(share * 100))% is refused"),
        ]),
        .oneOf(
          [choice("warn", "Below this, record and count it."), choice("require", "Below this, refuse it.")],
          noun: "gate")), .standard("warn"), meaning)
  }

  private static let gain = [
    Setting("tokens", .count(0...1_000_000_000, unit: "tokens"), .standard("0"), "The least gain.")
  ]
}

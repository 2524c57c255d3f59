import Summarization

/// The stages and their settings.
enum StageDescription {
  static let stages = [
    Setting(
      "drop_completed_tool_calls", .section(dropCompletedToolCalls), .optional,
      "Drops groups of tool calls, with their results, when every call has its result. Needs no model."),
    Setting(
      "rolling_window", .oneOf(PolicyDescription.limits(1), noun: "limit"), .optional,
      "Keeps the instructions and the largest aligned suffix within the limit, and drops what stands before it. "
        + "Needs no model."),
    Setting(
      "summarize", .section(summarize), .optional, "Replaces the oldest span by a summary that a model writes."),
  ]

  static let dropCompletedToolCalls = Section(
    "drop_completed_tool_calls", .notBoth("only", "except"),
    [
      Setting(
        "keep_last_turns", .count(0...1_000_000, unit: "turns"), .standard("0"), "Groups of the newest turns stay."),
      Setting(
        "keep_last", .count(0...1_000_000, unit: "groups"), .standard("0"),
        "The newest completed groups of the conversation stay."),
      Setting(
        "only", .list(of: .text(.any("the name of a tool")), noun: "tool"), .optional,
        "Only groups all of whose tools are named here are dropped."),
      Setting(
        "except", .list(of: .text(.any("the name of a tool")), noun: "tool"), .optional,
        "Groups with a tool named here stay."),
      Setting(
        "at_least", .section(Section("at_least", gain)), .standardSection,
        "The stage does nothing when it would gain less."),
    ])

  static let summarize = Section(
    "summarize",
    [
      Setting(
        "model", .text(.modelName), .required, "Which of the job's `models` writes the summary."),
      Setting(
        "prompt", .choice(SummaryPrompt.builtIn.map { Choice($0.id) }), .required,
        "A built-in prompt by name and version. A prompt whose words change gets a new version, and the old one stays."),
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
      Setting(
        "keep_last", .oneOf(PolicyDescription.limits(1), noun: "limit"), .optional,
        "What stays verbatim behind the summary. Without it, just enough is covered to reach the target."),
      Setting(
        "at_least", .section(Section("at_least", gain)), .standardSection,
        "The stage does nothing when it would gain less."),
    ])

  private static let gain = [
    Setting("tokens", .count(0...1_000_000_000, unit: "tokens"), .standard("0"), "The least gain.")
  ]
}

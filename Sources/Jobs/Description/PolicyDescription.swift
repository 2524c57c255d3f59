/// The settings that say which conversations are compacted, when and how far.
enum PolicyDescription {
  static let select = Section(
    "select",
    [
      Setting(
        "tenants", .either(.choice([Choice("all", "every tenant")]), .oneOf(tenants, noun: "choice of tenants")),
        .standard("all"),
        "Whose conversations: `all`, `{only: [NAME, …]}` or `{except: [NAME, …]}`. One that was appended without a tenant "
          + "belongs to `default`."),
      Setting(
        "metadata", .table(keys: .any("the key of a metadata field"), values: .jsonScalar, noun: "metadata field"),
        .optional,
        "Only conversations whose metadata has each of these fields with this value. A quoted value is text; without "
          + "quotes `true`, `false` and numbers are what they look like."),
    ])

  private static let tenants = [
    Setting(
      "only", .list(of: .text(.any("the name of a tenant")), noun: "tenant"), .optional, "These tenants and no others."),
    Setting(
      "except", .list(of: .text(.any("the name of a tenant")), noun: "tenant"), .optional,
      "Every tenant but these, whose text must not reach a model."),
  ]

  static let trigger = Section(
    "compact_when", .exactlyOne(of: ["any", "all"]),
    [
      Setting(
        "any", .list(of: .oneOf(conditions, noun: "condition"), noun: "condition"), .optional,
        "Due when one of the conditions holds: the history has at least so many entries, turns, tokens or tool calls, or is "
          + "so old or so quiet."),
      Setting(
        "all", .list(of: .oneOf(conditions, noun: "condition"), noun: "condition"), .optional,
        "Due when every one of the conditions holds."),
      Setting(
        "idle_for", .duration(.zero ... .seconds(366 * 86_400)), .standard("0s"),
        "A conversation is left alone until nothing was appended to it for so long."),
    ])

  private static let share = Setting(
    "share", .percent, .optional, "This share of `context_window`, in tokens.")

  private static let toolCalls = Setting(
    "tool_calls", .count(1...1_000_000_000, unit: "calls"), .optional,
    "Tool calls made, whether they have results or not.")

  private static let times: ClosedRange<Duration> = .seconds(1) ... .seconds(3_660 * 86_400)

  private static let conditions =
    limits(1) + [
      toolCalls, share,
      Setting(
        "age", .duration(times), .optional,
        "Since the oldest entry of the history, instructions aside, and the first prompt where it is protected. By the time "
          + "that the application gave, else by that of the append."),
      Setting("idle", .duration(times), .optional, "Since the last append."),
    ]

  static let target = Section("target", .atLeastOne, limits(1) + [toolCalls, share])

  static let minimumGain = [
    Setting("tokens", .count(1...1_000_000_000, unit: "tokens"), .optional, "So many tokens."),
    Setting("share", .percent, .optional, "This share of the history's tokens."),
  ]

  static let repairs = [
    Choice("results_without_call", "results that answer no call"),
    Choice("misplaced_results", "results that do not follow their calls directly, with those calls"),
    Choice("dead_calls", "calls that nothing can answer any more, with the results that they did get"),
    Choice("blank_messages", "messages with neither text nor calls"),
    Choice("leading_answers", "what stands before the first prompt, instructions aside"),
  ]

  private static let roles = [
    Choice("user", "prompts"), Choice("assistant", "answers, and calls with their results"),
    Choice("tool", "results, with their calls"),
  ]

  static let protection = Section(
    "protect",
    [
      Setting("first_prompt", .flag, .standard("false"), "The first prompt stays as it is."),
      Setting("last_turns", .count(0...1_000_000, unit: "turns"), .standard("1"), "The newest turns stay as they are."),
      Setting(
        "tools", .list(of: .text(.any("the name of a tool")), noun: "tool"), .optional,
        "Groups that call one of these tools stay."),
      Setting("roles", .list(of: .choice(roles), noun: "role"), .optional, "Messages of these roles stay."),
      Setting(
        "metadata", .table(keys: .any("the key of a metadata field"), values: .jsonScalar, noun: "metadata field"),
        .optional,
        "Messages stay whose own `metadata` has each of these fields with this value. To find them, every look reads the "
          + "conversation's messages and not only their headers."),
      Setting(
        "dead_calls", .flag, .standard("false"),
        "Calls stay although nothing can answer them any more, since a later prompt was answered without their results."
      ),
    ])

  /// The three ways to measure a history.
  static func limits(_ least: Int) -> [Setting] {
    [
      Setting("entries", .count(least...1_000_000_000, unit: "entries"), .optional, "Entries of the history."),
      Setting("turns", .count(least...1_000_000_000, unit: "turns"), .optional, "Turns: a prompt and what follows it."),
      Setting("tokens", .count(least...1_000_000_000, unit: "tokens"), .optional, "Tokens, as counted when stored."),
    ]
  }
}

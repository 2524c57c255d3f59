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
        "any", .list(of: .oneOf(limits(1), noun: "condition"), noun: "condition"), .optional,
        "Due when one of the conditions holds: the history has at least so many entries, turns or tokens."),
      Setting(
        "all", .list(of: .oneOf(limits(1), noun: "condition"), noun: "condition"), .optional,
        "Due when every one of the conditions holds."),
      Setting(
        "idle_for", .duration(.zero ... .seconds(366 * 86_400)), .standard("0s"),
        "A conversation is left alone until nothing was appended to it for so long."),
    ])

  static let target = Section("target", .atLeastOne, limits(1))

  static let protection = Section(
    "protect",
    [
      Setting("first_prompt", .flag, .standard("false"), "The first prompt stays as it is."),
      Setting("last_turns", .count(0...1_000_000, unit: "turns"), .standard("1"), "The newest turns stay as they are."),
      Setting(
        "tools", .list(of: .text(.any("the name of a tool")), noun: "tool"), .optional,
        "Groups that call one of these tools stay."),
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

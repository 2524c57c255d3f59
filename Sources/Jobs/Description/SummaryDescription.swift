import Summarization

/// The settings of summaries beside those of the stage that asks for them.
enum SummaryDescription {
  static let prompt = Section(
    "prompt",
    [
      Setting(
        "version", .count(1...999_999, unit: "versions"), .standard("1"),
        "A prompt whose words change should get a new version, so that records tell which one a summary was made by."),
      Setting(
        "form",
        .choice([
          Choice("text", "plain text, taken as it is"),
          Choice("record", "a record with the fields of `facts@2`"),
        ]), .standard("text"), "What the answer is."),
      Setting(
        "text", .text(.any("what the model is told a summary should be like")), .required,
        "What a summary should say. What the model is told about its input, about secrets, language and length, is added."
      ),
    ])

  static let redaction = Section(
    "redact", .atLeastOne,
    [
      Setting(
        "kinds", .list(of: .choice(kinds), noun: "kind"), .optional,
        "What is found without a pattern of yours. Without this setting, all of it."),
      Setting(
        "patterns",
        .table(keys: .promptName, values: .text(.redactionPattern), noun: "pattern"), .optional,
        "What else is taken out, by a name of your choice that stands in its place: `[redacted NAME]`. Characters, `.`, "
          + "`[…]`, `\\d`, `\\w`, `\\s`, groups, `|`, `?`, `*`, `+`, `{2,5}`, `^`, `$`, `\\b` and, at the beginning, `(?i)`; "
          + "everything that belongs to some match goes."),
    ])

  static let redactionChoices = [
    Choice("standard", "keys, card numbers, mail addresses and telephone numbers"), Choice("off", "nothing"),
  ]

  private static let kinds = [
    Choice(RedactionKind.keys.rawValue, "keys, tokens and passwords"),
    Choice(RedactionKind.cards.rawValue, "numbers of payment cards, by their check digit"),
    Choice(RedactionKind.mailAddresses.rawValue), Choice(RedactionKind.phoneNumbers.rawValue),
  ]

  static let skills = Section(
    "skills",
    [
      Setting(
        "folder", .text(.path), .required,
        "A folder with a folder for each skill, in which `SKILL.md` stands. It is read when a run starts, and has to be "
          + "there on each machine that runs the job. A relative path starts at the working directory."),
      Setting(
        "use", .list(of: .section(use), noun: "rule"), .required,
        "Which skill guides the summary of which conversation: that of the first rule that fits, or none."),
    ])

  private static let use = Section(
    "use",
    [
      Setting("skill", .text(.promptName), .required, "The `name` in the head of its `SKILL.md`."),
      Setting(
        "tenants", .list(of: .text(.any("the name of a tenant")), noun: "tenant"), .optional,
        "Only conversations of these tenants."),
      Setting(
        "metadata", .table(keys: .any("the key of a metadata field"), values: .jsonScalar, noun: "metadata field"),
        .optional, "Only conversations whose metadata has each of these fields with this value."),
      Setting(
        "tools", .list(of: .text(.any("the name of a tool")), noun: "tool"), .optional,
        "Only conversations in which one of these tools was called."),
    ])
}

/// The settings of runs: what they may use and when they start.
enum RunDescription {
  static let limits = Section(
    "limits",
    [
      Setting(
        "concurrency", .count(1...1_024, unit: "conversations"), .standard("8"),
        "Conversations that one worker has in hand at a time."),
      Setting(
        "model_calls_in_flight", .count(1...1_024, unit: "calls"), .standard("8"),
        "Calls to models that one worker has open at a time."),
      Setting(
        "tokens_per_minute", .count(1...1_000_000_000_000, unit: "tokens"), .optional,
        "Input and output tokens of one worker's calls. Without it, only the provider limits the rate."),
      Setting(
        "spend", .section(spend), .standardSection,
        "The hard stop: no call begins that might pass it. A run stopped so exits with status 3."),
      Setting(
        "stop_when_failing", .percent, .standard("50%"),
        "The run stops when more than this share of its conversations fail."),
    ])

  private static let spend = Section(
    "spend",
    [
      Setting("run", .money(bare: false), .standard("10 USD"), "For one run."),
      Setting("day", .money(bare: false), .standard("50 USD"), "For all runs of the job since midnight UTC."),
    ])

  static let schedule = Section(
    "schedule",
    [
      Setting(
        "cron", .text(.cron), .required,
        "Minute, hour, day of month, month and day of week; or `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`."),
      Setting("time_zone", .text(.timeZone), .standard("UTC"), "The time zone that the fields are meant in."),
      Setting(
        "missed",
        .choice([
          Choice("run_once", "one run makes up for all slots that were missed"),
          Choice("skip", "the next slot is the next run"),
        ]), .standard("run_once"), "What happens after slots that passed while no worker was up."),
      Setting(
        "overlap", .choice([Choice("skip", "the slot passes without a run")]), .standard("skip"),
        "What happens when a slot comes while the run before it still goes on."),
    ])
}

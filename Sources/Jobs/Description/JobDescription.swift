/// The settings of a job file, in the order of the reference. Everything that checks or explains a job file is made
/// from this description and its parts beside it.
enum JobDescription {
  static let job = Section(
    "job",
    [
      Setting("job", .text(.jobName), .required, "The name of the job in the database, in logs and in metrics."),
      Setting(
        "source", .text(.source), .standard("own"),
        "Where the conversations live. `own`: in the tables of the `compactor` schema."),
      Setting(
        "select", .section(PolicyDescription.select), .standardSection,
        "Which conversations the job is for. A conversation belongs to the first job, in their order, that selects it."),
      Setting(
        "dialect", .choice(dialects), .standard("openai"),
        "Whose rules a compacted history has to obey; each revision also says which of the others it breaks. "
          + "`compactor.messages` renders for any of them."),
      Setting(
        "tokenizer", .text(.tokenizer), .optional,
        "Who counts the tokens of histories: the vocabulary of the model that reads them; for a model whose own is not "
          + "published, one with a factor (`o200k_base*1.2`); or the estimate, which needs no vocabulary. One that is named "
          + "here has to be there: `scripts/fetch-vocabularies` fetches it. Without this setting, `o200k_base` where it "
          + "is there, and otherwise the estimate, which says so. Histories are counted anew when it changes."),
      Setting(
        "context_window", .count(1_024...100_000_000, unit: "tokens"), .optional,
        "Tokens that fit into a request to the model that histories are sent to. A `share` is a share of it."),
      Setting("compact_when", .section(PolicyDescription.trigger), .required, "When a conversation is due."),
      Setting(
        "target", .section(PolicyDescription.target), .optional,
        "Stages stop as soon as the history is at or below every limit named here. Well below the trigger, a conversation "
          + "is compacted rarely. Without a target every stage runs."),
      Setting(
        "protect", .section(PolicyDescription.protection), .standardSection,
        "What no stage touches, besides the instructions, the latest prompt, the last group, calls that wait for their "
          + "results, and what was pinned with `compactor.pin`."),
      Setting(
        "repair",
        .either(
          .choice([Choice("none", "a history that came broken stays as it is"), Choice("all", "everything below")]),
          .list(of: .choice(PolicyDescription.repairs), noun: "repair")), .standard("none"),
        "What is dropped of a history that came broken, when it is due and before any stage. A repair that would make the "
          + "history worse for any dialect is not made; what is pinned or protected by its tool or role stays."),
      Setting(
        "minimum_gain", .oneOf(PolicyDescription.minimumGain, noun: "gain"), .optional,
        "A conversation is left as it is where all stages together gain less, unless something is repaired or a hard budget "
          + "is passed. No summary is bought for less."),
      Setting(
        "stages",
        .list(
          of: .oneOf(StageDescription.stages, noun: "stage"),
          noun: "stage"), .required,
        "What is done to a conversation that is due: in this order, each on what the ones before it left."),
      Setting(
        "models", .table(keys: .modelName, values: .section(ModelDescription.model), noun: "model"), .optional,
        "The models that stages name, by names of your choice."),
      Setting(
        "prompts", .table(keys: .promptName, values: .section(SummaryDescription.prompt), noun: "prompt"), .optional,
        "Prompts of your own by name, for stages to name with their version: `NAME@1`."),
      Setting(
        "redact", .either(.choice(SummaryDescription.redactionChoices), .section(SummaryDescription.redaction)),
        .standard("standard"),
        "What is taken out of text before a model sees it, and again out of its summary. Findings are counted and "
          + "written nowhere; originals stay as they are."),
      Setting(
        "skills", .section(SummaryDescription.skills), .optional,
        "`SKILL.md` files that tell how certain kinds of conversations are summarised."),
      Setting("limits", .section(RunDescription.limits), .standardSection, "What a run may use."),
      Setting(
        "schedule", .section(RunDescription.schedule), .optional,
        "When `compactor serve` starts a run. Without it `serve` runs the job whenever something is due."),
      Setting(
        "on_policy_change", .choice(policyChanges), .standard("keep"),
        "What a changed policy means for conversations that were compacted under the one before."),
      Setting("publish", .choice(publications), .standard("live"), "What readers get."),
    ])

  static let dialects = [
    Choice("openai", "the chat-completions rules"),
    Choice("anthropic", "a prompt first, as well"),
    Choice("gemini", "a prompt first, as well"),
    Choice("mistral", "a prompt first, and no prompt directly after a result, as well"),
    Choice(
      "strict-alternation",
      "the rules of templates that want a prompt first, and then answers and prompts in turn, as well"),
  ]

  static let policyChanges = [
    Choice("keep", "nothing becomes due by the change itself"),
    Choice("backfill", "`compactor serve` works through the archive under the new policy, once and within the limits"),
  ]

  static let publications = [
    Choice("live", "the compacted history"),
    Choice("shadow", "the original history; revisions are written for comparison only"),
  ]
}

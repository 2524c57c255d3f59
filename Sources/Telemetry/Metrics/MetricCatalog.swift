// Every metric that the program exposes, in the order of the page. Nothing unbounded stands in a label: no conversation, no
// tenant, no user, no text of an error. Jobs and models are named in job files. A job stands in `job_name`, because Prometheus
// gives the label `job` to what it scrapes.

extension MetricDefinition {
  // MARK: The process

  static let buildInfo = Self(
    "transcript_compactor_build_info", .gauge, labels: ["version"], "1, labelled with what is running.")
  static let startTime = Self(
    "transcript_compactor_start_time_seconds", .gauge, unit: "seconds", "When the process began, in Unix time.")

  // MARK: Conversations

  static let outcomes = Self(
    "transcript_compactor_outcomes_total", .counter, labels: ["job_name", "outcome"],
    "Attempts at a conversation, by how they ended.")
  static let tokensBefore = Self(
    "transcript_compactor_tokens_before_total", .counter, labels: ["job_name"],
    "Tokens of compacted histories before their compaction, by the job's tokenizer.")
  static let tokensAfter = Self(
    "transcript_compactor_tokens_after_total", .counter, labels: ["job_name"],
    "Tokens of compacted histories after their compaction, by the job's tokenizer.")
  static let stageDuration = Self(
    "transcript_compactor_stage_duration_seconds",
    .histogram(bounds: [0.001, 0.004, 0.016, 0.064, 0.25, 1, 4, 16, 64, 256]), unit: "seconds", labels: ["stage"],
    "How long a stage of the flow took for the conversations that went through it together.")
  static let backlog = Self(
    "transcript_compactor_due_conversations", .gauge, labels: ["job_name"],
    "Conversations that are due and not yet claimed."
  )
  static let oldestDueAge = Self(
    "transcript_compactor_oldest_due_age_seconds", .gauge, unit: "seconds", labels: ["job_name"],
    "For how long the oldest due conversation has been due.")
  static let quarantined = Self(
    "transcript_compactor_quarantined_conversations", .gauge, labels: ["job_name"],
    "Conversations that failed too often and are left alone until an operator releases them.")

  // MARK: Summaries

  private static let shares = MetricDefinition.Kind.histogram(bounds: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])

  static let summaryRetention = Self(
    "transcript_compactor_retention_ratio", shares, unit: "ratio", labels: ["job_name"],
    "How much of the facts that it could hold a summary kept of its source.")
  static let summaryGrounding = Self(
    "transcript_compactor_grounding_ratio", shares, unit: "ratio", labels: ["job_name"],
    "How much of what a summary says stands in its source.")
  static let summaryGates = Self(
    "transcript_compactor_gate_verdicts_total", .counter, labels: ["job_name", "gate", "verdict"],
    "Summaries by what came of them at each gate.")
  static let redactions = Self(
    "transcript_compactor_redactions_total", .counter, labels: ["job_name", "kind"],
    "Findings taken out of text before a model saw it, and out of summaries.")

  // MARK: Claims

  static let claims = Self(
    "transcript_compactor_claims_total", .counter, "Conversations that this process has claimed.")
  static let claimsHeld = Self("transcript_compactor_claims_held", .gauge, "Claims that this process holds now.")
  static let heartbeatFailures = Self(
    "transcript_compactor_heartbeat_failures_total", .counter, "Heartbeats that the database did not take.")
  static let lostLeases = Self(
    "transcript_compactor_lost_leases_total", .counter,
    "Claims lost before their commit, most of them to another worker after their lease had run out.")
  static let databaseRetries = Self(
    "transcript_compactor_database_retries_total", .counter,
    "Database operations tried again after a lost connection or a conflict.")

  // MARK: Runs

  static let runs = Self(
    "transcript_compactor_runs_total", .counter, labels: ["job_name", "ending"], "Runs that ended, by how.")
  static let lastSuccess = Self(
    "transcript_compactor_last_success_timestamp_seconds", .gauge, unit: "seconds", labels: ["job_name"],
    "When a run of the job last ended well, in Unix time; 0 before the first.")
  static let backfillProgress = Self(
    "transcript_compactor_backfill_progress_ratio", .gauge, unit: "ratio", labels: ["job_name"],
    "How much of the job's open backfill is done, from 0 to 1; 0 without one.")
  static let missedSlots = Self(
    "transcript_compactor_missed_slots_total", .counter, labels: ["job_name"],
    "Times of the schedule that passed without a run, counted when the next run starts.")
  static let throttled = Self(
    "transcript_compactor_throttled_seconds_total", .counter, unit: "seconds", labels: ["reason"],
    "Time in which work waited, by what it waited for.")

  // MARK: Models

  static let modelCalls = Self(
    "transcript_compactor_model_calls_total", .counter, labels: ["model", "result"],
    "Attempts at a model call, by how they ended; those that were not let begin among them.")
  static let modelTokens = Self(
    "transcript_compactor_model_tokens_total", .counter, labels: ["model", "type"],
    "Tokens that model servers counted. Those of type cached are part of input, and those of type reasoning part of output."
  )
  static let cachedInput = Self(
    "transcript_compactor_model_cached_input_ratio", .gauge, unit: "ratio", labels: ["model"],
    "Which share of the input tokens of this process's calls the model's server had in its cache, from 0 to 1.")
  static let reusedResults = Self(
    "transcript_compactor_reused_results_total", .counter, labels: ["job_name"],
    "Results of model calls that were paid for already and not bought again.")
  static let spend = Self(
    "transcript_compactor_spend_usd_total", .counter, unit: "usd", labels: ["job_name"],
    "US dollars spent on model calls, at the prices of the job file.")
  static let spendLimit = Self(
    "transcript_compactor_spend_limit_ratio", .gauge, unit: "ratio", labels: ["job_name", "period"],
    "How much of the hard stop on spend is used, 1 being all: spent and set aside, of the day in UTC, and of the open run that used most."
  )

  // Names, labels and bounds of OpenTelemetry's semantic conventions for generative AI.
  static let modelDuration = Self(
    "gen_ai_client_operation_duration_seconds", .histogram(bounds: (0..<14).map { 0.01 * Double(1 << $0) }),
    unit: "seconds",
    labels: ["gen_ai_operation_name", "gen_ai_provider_name", "gen_ai_request_model", "error_type"],
    "How long one attempt at a model call took.")
  static let modelTokenUsage = Self(
    "gen_ai_client_token_usage", .histogram(bounds: (0..<14).map { Double(1 << (2 * $0)) }),
    labels: ["gen_ai_operation_name", "gen_ai_provider_name", "gen_ai_request_model", "gen_ai_token_type"],
    "Tokens of one answered model call.")

  public static let all: [MetricDefinition] = [
    buildInfo, startTime,
    outcomes, tokensBefore, tokensAfter, stageDuration, backlog, oldestDueAge, quarantined,
    summaryRetention, summaryGrounding, summaryGates, redactions,
    claims, claimsHeld, heartbeatFailures, lostLeases, databaseRetries,
    runs, lastSuccess, backfillProgress, missedSlots, throttled,
    modelCalls, modelTokens, cachedInput, reusedResults, spend, spendLimit,
    modelDuration, modelTokenUsage,
  ]
}

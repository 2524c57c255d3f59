public import Compaction
public import FoundationEssentials

/// What one attempt writes: an audit record always, and a revision where there is one.
public struct Commit: Sendable {
  public var claim: Claim
  public var outcome: Outcome
  /// Why, where the outcome alone does not say; a word of a closed list or a short sentence, never text of the
  /// conversation.
  public var reason: String?
  public var revision: NewRevision?
  public var before: HistorySize?
  public var after: HistorySize?
  public var model: ModelUse
  /// A JSON object with what was measured of its summary; never text of the conversation.
  public var summaryFigures: String?
  /// Microseconds since 1970.
  public var startedAt: Int64

  public init(
    claim: Claim, outcome: Outcome, reason: String? = nil, revision: NewRevision? = nil, before: HistorySize? = nil,
    after: HistorySize? = nil, model: ModelUse = ModelUse(), startedAt: Int64
  ) {
    self.claim = claim
    self.outcome = outcome
    self.reason = reason
    self.revision = revision
    self.before = before
    self.after = after
    self.model = model
    self.startedAt = startedAt
  }
}

/// A revision to be written.
public struct NewRevision: Sendable {
  public var number: Int32
  public var overlay: Overlay
  /// Entries of the active branch up to ``Overlay/coversThrough``.
  public var coveredEntries: Int
  public var summary: NewSummary?
  /// What this revision is the first to put in the place of entries.
  public var shortForms: [ShortForm]
  /// The revision whose short forms stay in use, where there is one.
  public var carriedFrom: Int32?
  /// Positions of kept prompts that now stand directly behind another prompt.
  public var joined: [Int32]
  public var isLive: Bool
  public var dialect: String
  public var verdict: String
  /// A JSON object of the dialects in which the history is not legal, each with the rules broken.
  public var verdicts: String

  public init(
    number: Int32, overlay: Overlay, coveredEntries: Int, summary: NewSummary?, shortForms: [ShortForm] = [],
    carriedFrom: Int32? = nil, joined: [Int32] = [], isLive: Bool, dialect: String, verdict: String,
    verdicts: String = "{}"
  ) {
    self.number = number
    self.overlay = overlay
    self.coveredEntries = coveredEntries
    self.summary = summary
    self.shortForms = shortForms
    self.carriedFrom = carriedFrom
    self.joined = joined
    self.isLive = isLive
    self.dialect = dialect
    self.verdict = verdict
    self.verdicts = verdicts
  }
}

/// What stands in the place of an entry.
public struct ShortForm: Sendable, Equatable {
  public var position: Int32
  /// What it costs in the history.
  public var tokens: Int32
  /// The JSON text of an OpenAI chat message of that entry alone.
  public var form: String

  public init(position: Int32, tokens: Int32, form: String) {
    self.position = position
    self.tokens = tokens
    self.form = form
  }
}

public struct NewSummary: Sendable {
  public var text: String
  public var model: String
  public var prompt: String

  public init(text: String, model: String, prompt: String) {
    self.text = text
    self.model = model
    self.prompt = prompt
  }
}

/// What the model calls of one attempt came to; all zero where there were none.
public struct ModelUse: Sendable, Equatable {
  /// As the server named it.
  public var model: String?
  /// The kind of server, `offline` for the one without a model.
  public var provider: String?
  public var calls: Int
  public var inputTokens: Int
  public var cachedTokens: Int
  public var outputTokens: Int
  /// US dollars as decimal text.
  public var cost: String

  public init(
    model: String? = nil, provider: String? = nil, calls: Int = 0, inputTokens: Int = 0, cachedTokens: Int = 0,
    outputTokens: Int = 0, cost: String = "0"
  ) {
    self.model = model
    self.provider = provider
    self.calls = calls
    self.inputTokens = inputTokens
    self.cachedTokens = cachedTokens
    self.outputTokens = outputTokens
    self.cost = cost
  }
}

/// What is the same for every commit of a run.
public struct CommitContext: Sendable {
  public var run: Int64
  public var job: String
  public var jobVersion: Int32
  /// SHA-256 of the canonical form.
  public var policy: [UInt8]
  public var worker: UUID
  public var tokenizer: String

  public init(run: Int64, job: String, jobVersion: Int32, policy: [UInt8], worker: UUID, tokenizer: String) {
    self.run = run
    self.job = job
    self.jobVersion = jobVersion
    self.policy = policy
    self.worker = worker
    self.tokenizer = tokenizer
  }
}

public import FoundationEssentials

/// What the page for people shows, as values.
public struct StatusPage: Sendable {
  public var version: String
  public var revision: String
  /// The random identity of this worker.
  public var worker: String
  public var startedAt: Date
  public var jobs: [Job]
  /// Open runs and the last few that ended, newest first.
  public var runs: [Run]
  /// Attempts of the last 24 hours, by how they ended.
  public var outcomes: [OutcomeCount]
  /// Of the compactions of the last 24 hours.
  public var tokensBefore: Int64
  public var tokensAfter: Int64
  /// Who counted them.
  public var tokenizers: [String]

  public init(
    version: String, revision: String = "", worker: String, startedAt: Date, jobs: [Job] = [], runs: [Run] = [],
    outcomes: [OutcomeCount] = [], tokensBefore: Int64 = 0, tokensAfter: Int64 = 0,
    tokenizers: [String] = []
  ) {
    self.version = version
    self.revision = revision
    self.worker = worker
    self.startedAt = startedAt
    self.jobs = jobs
    self.runs = runs
    self.outcomes = outcomes
    self.tokensBefore = tokensBefore
    self.tokensAfter = tokensAfter
    self.tokenizers = tokenizers
  }

  public struct Job: Sendable {
    public var name: String
    public var version: Int
    /// It runs nothing, and leaves its conversations to the jobs behind it.
    public var isPaused: Bool
    /// When it runs next; nil where it has no schedule.
    public var nextRun: Date?
    public var lastSuccess: Date?
    public var due: Int64
    /// Since when the oldest due conversation has been due.
    public var oldestDue: Date?
    /// US dollars since midnight UTC.
    public var spentToday: Double
    /// US dollars set aside for calls under way: against the limit they count as spent.
    public var setAside: Double
    public var dailyLimit: Double?

    public init(
      name: String, version: Int, isPaused: Bool = false, nextRun: Date? = nil, lastSuccess: Date? = nil,
      due: Int64 = 0,
      oldestDue: Date? = nil,
      spentToday: Double = 0, setAside: Double = 0, dailyLimit: Double? = nil
    ) {
      self.name = name
      self.version = version
      self.isPaused = isPaused
      self.nextRun = nextRun
      self.lastSuccess = lastSuccess
      self.due = due
      self.oldestDue = oldestDue
      self.spentToday = spentToday
      self.setAside = setAside
      self.dailyLimit = dailyLimit
    }
  }

  public struct Run: Sendable {
    public var number: Int64
    public var job: String
    /// `run`, `backfill` or `scheduled`.
    public var kind: String
    /// `running`, `paused`, `finished`, …, with the reason where something stopped it.
    public var state: String
    public var tone: Tone
    /// Conversations looked at, and out of how many where that is known.
    public var done: Int64
    public var total: Int64?
    public var startedAt: Date
    public var finishedAt: Date?
    /// US dollars.
    public var spent: Double
    /// US dollars set aside for calls under way.
    public var setAside: Double

    public init(
      number: Int64, job: String, kind: String, state: String, tone: Tone = .neutral, done: Int64, total: Int64? = nil,
      startedAt: Date, finishedAt: Date? = nil, spent: Double = 0, setAside: Double = 0
    ) {
      self.number = number
      self.job = job
      self.kind = kind
      self.state = state
      self.tone = tone
      self.done = done
      self.total = total
      self.startedAt = startedAt
      self.finishedAt = finishedAt
      self.spent = spent
      self.setAside = setAside
    }
  }

  public struct OutcomeCount: Sendable {
    public var outcome: String
    public var count: Int64
    public var tone: Tone

    public init(outcome: String, count: Int64, tone: Tone) {
      self.outcome = outcome
      self.count = count
      self.tone = tone
    }
  }

  /// How something is to be taken.
  public enum Tone: String, Sendable {
    case good
    case neutral
    case warning
    case bad
  }
}

public import FoundationEssentials
import PostgresClient

/// An amount to be set aside for one attempt at a call; US dollars as decimal text.
public struct SpendHold: Sendable, Equatable {
  /// Drawn by the caller: the same again is set aside once, and settled once.
  public var id: UUID
  /// What the attempt may cost at most.
  public var amount: String
  /// What it likely costs: what counts as spent should its worker die.
  public var likely: String

  public init(id: UUID = UUID(), amount: String, likely: String) {
    self.id = id
    self.amount = amount
    self.likely = likely
  }
}

/// What was spent and what is set aside, in US dollars as decimal text: rows of `compactor.spend_of_runs` and
/// `compactor.spend_today`.
public struct SpendSum: Sendable, Equatable {
  public var spent = "0"
  public var setAside = "0"
  /// `nil` where none is known.
  public var limit: String?

  public init(spent: String = "0", setAside: String = "0", limit: String? = nil) {
    self.spent = spent
    self.setAside = setAside
    self.limit = limit
  }

  /// What counts against the limit.
  public var used: Double { (Double(spent) ?? 0) + (Double(setAside) ?? 0) }
}

extension Archive {
  /// Sets an amount aside for an attempt that is about to be made.
  ///
  /// - Parameters:
  ///   - worker: whose heartbeats keep it set aside.
  ///   - runLimit: US dollars as decimal text, as the limit for the day.
  /// - Returns: whether both limits allow it; otherwise nothing is set aside.
  public func reserveSpend(
    _ hold: SpendHold, job: String, run: Int64, worker: UUID, leaseSeconds: Int, runLimit: String, dayLimit: String
  ) async throws -> Bool {
    try await database.query(
      """
      SELECT compactor.reserve_spend(
        \(hold.id), \(job), \(run), \(worker), \(hold.amount)::text::numeric, \(hold.likely)::text::numeric,
        \(Double(leaseSeconds)), \(runLimit)::text::numeric, \(dayLimit)::text::numeric)
      """
    ).first?.decode(0) ?? false
  }

  /// Puts what an attempt cost in place of what was set aside for it; done again it changes nothing.
  public func settleSpend(_ hold: UUID, spent: String) async throws {
    try await database.query("SELECT compactor.settle_spend(\(hold), \(spent)::text::numeric)")
  }

  /// Keeps set aside what a worker has set aside for a run: it is alive.
  public func extendSpend(of worker: UUID, run: Int64, bySeconds seconds: Int) async throws {
    try await database.query("SELECT compactor.extend_spend(\(worker), \(run), \(Double(seconds)))")
  }

  /// Of all runs of each job since midnight UTC, by the job's name.
  public func spendToday() async throws -> [String: SpendSum] {
    let rows = try await database.query("SELECT job, spent, set_aside, \"limit\" FROM compactor.spend_today")
    return Dictionary(
      try rows.map { (try $0.decode(0, as: String.self), try Self.sum($0, from: 1)) }, uniquingKeysWith: { $1 })
  }

  /// - Parameter column: that of what was spent; what is set aside and the limit stand behind it.
  static func sum(_ row: PostgresRow, from column: Int) throws -> SpendSum {
    SpendSum(
      spent: try row.decode(column, as: PostgresNumeric.self).text,
      setAside: try row.decode(column + 1, as: PostgresNumeric.self).text,
      limit: try row.decode(column + 2, as: PostgresNumeric?.self)?.text)
  }
}

import PostgresClient

extension Archive {
  /// Sets an amount aside for a call that is about to be made.
  ///
  /// - Parameters: US dollars as decimal text. What is set aside counts as spent until it is settled.
  /// - Returns: whether both limits allow it; otherwise nothing is set aside.
  public func reserveSpend(
    job: String, run: Int64, amount: String, runLimit: String, dayLimit: String
  ) async throws -> Bool {
    try await database.query(
      """
      SELECT compactor.reserve_spend(
        \(job), \(run), \(amount)::text::numeric, \(runLimit)::text::numeric, \(dayLimit)::text::numeric)
      """
    ).first?.decode(0) ?? false
  }

  /// Puts what a call cost in place of what was set aside for it.
  public func settleSpend(job: String, run: Int64, reserved: String, spent: String) async throws {
    try await database.query(
      "SELECT compactor.settle_spend(\(job), \(run), \(reserved)::text::numeric, \(spent)::text::numeric)")
  }
}

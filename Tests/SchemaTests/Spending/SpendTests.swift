import PostgresClient
import TestSupport
import Testing

/// Limits on spend under concurrent callers.
@Suite(.migratedDatabase)
struct SpendTests {
  func session() async throws -> Session {
    let session = try await Session()
    try await session.connection.executeScript(
      """
      INSERT INTO compactor.policies VALUES (sha256('p'), 'p');
      INSERT INTO compactor.jobs (name, ordinal, current_version) VALUES ('j', 1, 1), ('k', 2, 1);
      INSERT INTO compactor.job_versions (job, version, policy, definition, program)
      VALUES ('j', 1, sha256('p'), '', ''), ('k', 1, sha256('p'), '', '');
      """)
    return session
  }

  func reserve(
    _ session: Session, _ amount: String?, hold: String? = nil, run: Int64 = 1, job: String = "j",
    runLimit: String? = nil, dayLimit: String? = nil
  ) async throws -> Bool {
    try await session.connection.query(
      """
      SELECT compactor.reserve_spend(coalesce(\(hold)::text::uuid, gen_random_uuid()), \(job), \(run), gen_random_uuid(),
        \(amount)::text::numeric, 0, 60, \(runLimit)::text::numeric, \(dayLimit)::text::numeric)
      """)[0].decode(0)
  }

  private static let hold = "0d6c2b6e-8f0e-4b8e-9d0a-000000000001"

  func settle(_ session: Session, cost: String, hold: String = Self.hold) async throws -> Bool {
    try await session.connection.query(
      "SELECT compactor.settle_spend(\(hold)::text::uuid, \(cost)::text::numeric)")[0].decode(0)
  }

  @Test func `an amount is granted up to the limit and not beyond`() async throws {
    let session = try await session()
    #expect(try await reserve(session, "0.6", runLimit: "1"))
    #expect(try await !reserve(session, "0.5", runLimit: "1"))
    #expect(try await reserve(session, "0.4", runLimit: "1"))
    #expect(try await reserve(session, "100"))
  }

  @Test func `what a call cost takes the place of what was set aside, once`() async throws {
    let session = try await session()
    #expect(try await reserve(session, "1", hold: Self.hold, runLimit: "1"))
    #expect(try await settle(session, cost: "0.25"))
    #expect(try await !settle(session, cost: "0.25"))
    #expect(try await reserve(session, "0.75", runLimit: "1"))
    #expect(try await !reserve(session, "0.01", runLimit: "1"))
    #expect(
      try await session.text("SELECT concat_ws(' ', set_aside, spent, calls) FROM compactor.spend") == "0.75 0.25 1")
  }

  @Test func `a day counts all runs of a job, a run all its days`() async throws {
    let session = try await session()
    #expect(try await reserve(session, "1", hold: Self.hold, run: 1))
    #expect(try await !reserve(session, "1", run: 2, dayLimit: "1.5"))
    #expect(try await reserve(session, "1", run: 3, job: "k", dayLimit: "1.5"))
    try await session.run("UPDATE compactor.spend_holds SET day = day - 1 WHERE job = 'j'")
    #expect(try await reserve(session, "1", run: 2, dayLimit: "1.5"))
    #expect(try await !reserve(session, "1", run: 1, runLimit: "1.5"))
    // Settled on the day on which it was set aside.
    #expect(try await settle(session, cost: "0.5"))
    #expect(
      try await session.texts(
        """
        SELECT concat_ws(' ', run, set_aside, spent, (clock_timestamp() AT TIME ZONE 'UTC')::date - day)
        FROM compactor.spend WHERE job = 'j' ORDER BY run
        """) == ["1 0 0.5 1", "2 1 0 0"])
    #expect(
      try await session.texts("SELECT concat_ws(' ', job, spent, set_aside) FROM compactor.spend_today ORDER BY job")
        == ["j 0 1", "k 0 1"])
  }

  @Test func `eight callers at once never get more than the limit`() async throws {
    let session = try await session()
    let granted = try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let session = try await Session()
          var granted = 0
          for _ in 0..<20 where try await reserve(session, "0.01", runLimit: "0.55") { granted += 1 }
          return granted
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(granted == 55)
    #expect(try await session.text("SELECT set_aside::text FROM compactor.spend") == "0.55")
  }

  @Test func `what was not set aside is not settled, and amounts are amounts`() async throws {
    let session = try await session()
    #expect(try await !settle(session, cost: "1"))
    #expect(try await session.texts("SELECT job FROM compactor.spend").isEmpty)
    let negative = try await refusal { _ = try await reserve(session, "-1") }
    #expect(negative.message == "amount: found -1, expected US dollars, 0 or more")
    let below = try await refusal { _ = try await settle(session, cost: "-1") }
    #expect(below.message == "cost: found -1, expected US dollars, 0 or more")
    let unknown = try await refusal { _ = try await reserve(session, "1", job: "x") }
    #expect(unknown.message == #"job "x": found no such job"#)
  }
}

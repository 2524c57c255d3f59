import PostgresClient
import TestSupport
import Testing

@Suite(.scratchDatabase)
struct TransactionTests {
  struct Interruption: Error {}

  private func prepared() async throws -> PostgresConnection {
    let connection = try await ScratchDatabase.current.connect()
    try await connection.query("CREATE TABLE t (a int8)")
    return connection
  }

  private func count(_ connection: PostgresConnection) async throws -> Int {
    try await connection.query("SELECT count(*) FROM t")[0].decode(0)
  }

  @Test func `a transaction is committed when its body returns`() async throws {
    let connection = try await prepared()
    let value = try await connection.withTransaction(isolation: .serializable) { transaction in
      try await transaction.query("INSERT INTO t VALUES (1)")
      return try await transaction.query("SHOW transaction_isolation")[0].decode(0, as: String.self)
    }
    #expect(value == "serializable")
    #expect(try await count(connection) == 1)
    #expect(!connection.isInTransaction)
  }

  @Test func `a transaction is rolled back when its body throws, and the error is the body's`() async throws {
    let connection = try await prepared()
    await #expect(throws: Interruption.self) {
      try await connection.withTransaction { transaction in
        try await transaction.query("INSERT INTO t VALUES (1)")
        throw Interruption()
      }
    }
    #expect(try await count(connection) == 0)
  }

  @Test func `a failed statement whose error is swallowed is no commit`() async throws {
    let connection = try await prepared()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.withTransaction { transaction in
        try await transaction.query("INSERT INTO t VALUES (1)")
        _ = try? await transaction.query("SELECT 1/0")
      }
    }
    #expect(error?.kind == .rolledBack)
    #expect(try await count(connection) == 0)
  }

  @Test func `a transaction in a transaction is refused`() async throws {
    let connection = try await prepared()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.withTransaction { try await $0.withTransaction { _ in } }
    }
    #expect(error?.kind == .misuse)
    #expect(!connection.isInTransaction)
  }

  @Test func `a constraint that fails at COMMIT is a plain error: nothing was committed`() async throws {
    let connection = try await prepared()
    try await connection.executeScript("ALTER TABLE t ADD UNIQUE (a) DEFERRABLE INITIALLY DEFERRED")
    let error = await #expect(throws: PostgresError.self) {
      try await connection.withTransaction { try await $0.query("INSERT INTO t VALUES (1), (1)") }
    }
    #expect(error?.kind == .server)
    #expect(error?.sqlState == .uniqueViolation)
    #expect(try await count(connection) == 0)
  }

  @Test func `a connection that breaks during COMMIT leaves the outcome unknown`() async throws {
    let connection = try await prepared()
    try await connection.executeScript(
      """
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
      CREATE CONSTRAINT TRIGGER die AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION die();
      """)
    let error = await #expect(throws: PostgresError.self) {
      try await connection.withTransaction { try await $0.query("INSERT INTO t VALUES (1)") }
    }
    #expect(error?.kind == .commitUnknown)
    #expect(error?.sqlState == .adminShutdown)
    #expect(error?.isRetriable == false)
    #expect(connection.isClosed)
  }

  @Test func `a connection that is gone before COMMIT has surely committed nothing`() async throws {
    let connection = try await prepared()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.withTransaction { transaction in
        try await transaction.query("INSERT INTO t VALUES (1)")
        await transaction.close()
      }
    }
    #expect(error?.kind == .connectionLost)
    #expect(try await count(ScratchDatabase.current.connect()) == 0)
  }

  @Test func `a statement left running at the end of the body stands in the way of COMMIT`() async throws {
    let connection = try await prepared()
    var left: Task<PostgresResult, any Error>?
    let error = await #expect(throws: PostgresError.self) {
      try await connection.withTransaction { transaction in
        try await transaction.query("INSERT INTO t VALUES (1)")
        left = Task { try await transaction.query("SELECT pg_sleep(600)") }
        while !transaction.isBusy { await Task.yield() }
      }
    }
    #expect(error?.kind == .misuse)
    await #expect(throws: PostgresError.self) { try await left?.value }
    #expect(try await count(ScratchDatabase.current.connect()) == 0)
  }

  @Test func `a cancelled task still commits what its body finished`() async throws {
    let connection = try await prepared()
    let task = Task {
      try await connection.withTransaction { transaction in
        try await transaction.query("INSERT INTO t VALUES (1)")
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    try await task.value
    #expect(try await count(connection) == 1)
  }

  @Test func `a cancelled task rolls back what its body did not finish`() async throws {
    let connection = try await prepared()
    let task = Task {
      try await connection.withTransaction { transaction in
        try await transaction.query("INSERT INTO t VALUES (1)")
        withUnsafeCurrentTask { $0?.cancel() }
        try await transaction.query("INSERT INTO t VALUES (2)")
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await count(connection) == 0)
  }
}

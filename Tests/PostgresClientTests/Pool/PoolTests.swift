import PostgresClient
import TestSupport
import Testing

@Suite(.scratchDatabase)
struct PoolTests {
  @Test func `many callers share few connections`() async throws {
    let pool = PostgresPool(ScratchDatabase.current.configuration, maximumConnections: 3)
    let backends = try await withThrowingTaskGroup(of: Int32.self) { group in
      for _ in 0..<40 {
        group.addTask { try await pool.query("SELECT pg_backend_pid()")[0].decode(0) }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect((1...3).contains(backends.count))
    #expect(pool.usage.lent == 0)
    // A connection may have been made for a caller whom another served before it came.
    #expect((backends.count...3).contains(pool.usage.idle))
    pool.close()
  }

  @Test func `callers get the connection in the order of their coming`() async throws {
    let pool = PostgresPool(ScratchDatabase.current.configuration, maximumConnections: 1)
    let (order, served) = AsyncStream.makeStream(of: Int.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      try await pool.withConnection { _ in
        for caller in 0..<10 {
          group.addTask { try await pool.withConnection { _ in _ = served.yield(caller) } }
          while pool.usage.waiting <= caller { await Task.yield() }
        }
      }
      try await group.waitForAll()
    }
    served.finish()
    #expect(await order.reduce(into: []) { $0.append($1) } == Array(0..<10))
  }

  @Test func `a caller that finds no connection in time gets an error with its place`() async throws {
    let pool = PostgresPool(ScratchDatabase.current.configuration, maximumConnections: 1)
    try await pool.withConnection { _ in
      let error = await #expect(throws: PostgresError.self) {
        try await pool.withConnection(within: .milliseconds(20)) { _ in }
      }
      #expect(error?.kind == .poolExhausted)
      #expect(error?.origin?.file.hasSuffix("PoolTests.swift") == true)
    }
    try await pool.withConnection(within: .seconds(10)) { _ in }
  }

  @Test func `a cancelled caller leaves the queue`() async throws {
    let pool = PostgresPool(ScratchDatabase.current.configuration, maximumConnections: 1)
    try await pool.withConnection { _ in
      let waiter = Task { try await pool.withConnection { _ in } }
      while pool.usage.waiting == 0 { await Task.yield() }
      waiter.cancel()
      await #expect(throws: CancellationError.self) { try await waiter.value }
      #expect(pool.usage.waiting == 0)
    }
  }

  @Test func `a connection whose session was ended is replaced before anyone gets it`() async throws {
    let database = ScratchDatabase.current!
    let pool = PostgresPool(database.configuration, maximumConnections: 1)
    let (first, connection) = try await pool.withConnection { connection in
      (try await connection.query("SELECT pg_backend_pid()")[0].decode(0, as: Int32.self), connection)
    }
    try await database.server.terminate(backend: first)
    while !connection.isClosed { await Task.yield() }
    let second = try await pool.query("SELECT pg_backend_pid()")[0].decode(0, as: Int32.self)
    #expect(first != second)
  }

  @Test func `a transaction left open is undone and its connection not lent again`() async throws {
    let pool = PostgresPool(ScratchDatabase.current.configuration, maximumConnections: 1)
    try await pool.query("CREATE TABLE t (a int)")
    try await pool.withConnection { _ = try await $0.executeScript("BEGIN; INSERT INTO t VALUES (1)") }
    #expect(try await pool.query("SELECT count(*) FROM t")[0].decode(0, as: Int.self) == 0)
  }

  @Test func `a pool that nothing can be reached with says why`() async throws {
    let pool = PostgresPool(
      PostgresConfiguration("host=/nonexistent dbname=x"), maximumConnections: 2,
      backoff: Backoff(first: .milliseconds(1), longest: .milliseconds(2)))
    let error = await #expect(throws: PostgresError.self) {
      try await pool.withConnection(within: .milliseconds(100)) { _ in }
    }
    #expect(error?.kind == .connectionFailed, "the pool is not what the caller has to hear of")
    #expect(error?.message?.contains("/nonexistent") == true)
    pool.close()
    let closed = await #expect(throws: PostgresError.self) { try await pool.query("SELECT 1") }
    #expect(closed?.kind == .poolClosed)
  }

  @Test func `a transaction that loses a deadlock is run again`() async throws {
    let pool = PostgresPool(ScratchDatabase.current.configuration, maximumConnections: 2)
    try await pool.withConnection { connection in
      _ = try await connection.executeScript(
        "CREATE TABLE t (id int8 PRIMARY KEY, n int8); INSERT INTO t VALUES (1, 0), (2, 0)")
    }
    let (locked, first) = AsyncStream.makeStream(of: Void.self)
    async let one: Void = pool.withTransaction { transaction in
      try await transaction.query("SET LOCAL deadlock_timeout = '20ms'")
      try await transaction.query("UPDATE t SET n = n + 1 WHERE id = 1")
      first.yield()
      try await transaction.query("UPDATE t SET n = n + 1 WHERE id = 2")
    }
    async let other: Void = pool.withTransaction { transaction in
      try await transaction.query("SET LOCAL deadlock_timeout = '20ms'")
      try await transaction.query("UPDATE t SET n = n + 1 WHERE id = 2")
      _ = await locked.first { _ in true }
      first.finish()
      try await transaction.query("UPDATE t SET n = n + 1 WHERE id = 1")
    }
    _ = try await (one, other)
    let sums = try await pool.query("SELECT n FROM t").map { try $0.decode(0, as: Int.self) }
    #expect(sums == [2, 2])
  }
}

import PostgresClient
import TestSupport
import Testing

@Suite(.scratchDatabase)
struct FaultTests {
  private func backend(_ connection: PostgresConnection) async throws -> Int32 {
    try await connection.query("SELECT pg_backend_pid()")[0].decode(0)
  }

  /// Returns when the backend runs a statement that begins so.
  private func waitUntilRunning(_ text: String, on backend: Int32, _ observer: PostgresConnection) async throws {
    try await waitUntil("the statement runs") {
      try await observer.query(
        "SELECT 1 FROM pg_stat_activity WHERE pid = \(backend) AND state = 'active' AND query LIKE \(text + "%")"
      ).count == 1
    }
  }

  private func waitUntilGone(_ backend: Int32, _ observer: PostgresConnection) async throws {
    try await waitUntil("the server has given up the session") {
      try await observer.query("SELECT 1 FROM pg_stat_activity WHERE pid = \(backend)").isEmpty
    }
  }

  @Test func `a session that is ended in the middle of a statement`() async throws {
    let database = ScratchDatabase.current!
    let (connection, observer) = (try await database.connect(), try await database.connect())
    let backend = try await backend(connection)
    let statement = Task { try await connection.query("SELECT pg_sleep(600)") }
    try await waitUntilRunning("SELECT pg_sleep", on: backend, observer)
    try await database.server.terminate(backend: backend)
    let error = await #expect(throws: PostgresError.self) { try await statement.value }
    #expect(error?.sqlState == .adminShutdown)
    #expect(error?.isConnectionLost == true)
    #expect(connection.isClosed)
    let later = await #expect(throws: PostgresError.self) { try await connection.query("SELECT 1") }
    #expect(later?.isConnectionLost == true)
  }

  @Test func `a session that is ended in the middle of a stream and of a COPY`() async throws {
    let database = ScratchDatabase.current!
    let (reader, writer) = (try await database.connect(), try await database.connect())
    let stream = await #expect(throws: PostgresError.self) {
      let backend = try await backend(reader)
      try await reader.withRows("SELECT repeat('x', 1000) FROM generate_series(1, 1000000)") { rows in
        var count = 0
        for try await _ in rows {
          if count == 0 { try await database.server.terminate(backend: backend) }
          count += 1
        }
      }
    }
    #expect(stream?.isConnectionLost == true)
    try await writer.query("CREATE TABLE t (a text)")
    let copy = await #expect(throws: PostgresError.self) {
      let backend = try await backend(writer)
      try await writer.withCopyIn("COPY t FROM STDIN") { data in
        try await database.server.terminate(backend: backend)
        for _ in 0..<1000 { try await data.write([UInt8](repeating: UInt8(ascii: "x"), count: 100_000)) }
      }
    }
    #expect(copy?.isConnectionLost == true)
    #expect(writer.isClosed)
  }

  @Test func `a cancelled task ends its statement on the server, and the pool goes on`() async throws {
    let database = ScratchDatabase.current!
    let pool = PostgresPool(database.configuration, maximumConnections: 1)
    let observer = try await database.connect()
    let backend = try await pool.query("SELECT pg_backend_pid()")[0].decode(0, as: Int32.self)
    let statement = Task { try await pool.query("SELECT pg_sleep(600)") }
    try await waitUntilRunning("SELECT pg_sleep", on: backend, observer)
    statement.cancel()
    await #expect(throws: CancellationError.self) { try await statement.value }
    try await waitUntilGone(backend, observer)
    #expect(try await pool.query("SELECT 1::int8")[0].decode(0, as: Int.self) == 1)
  }

  @Test func `a task that is cancelled before its statement costs no connection`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await connection.query("SELECT 1")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    try await connection.query("SELECT 1")
  }

  @Test func `a deadline ends its statement on the server, and the pool goes on`() async throws {
    let database = ScratchDatabase.current!
    let pool = PostgresPool(database.configuration, maximumConnections: 1)
    let observer = try await database.connect()
    let backend = try await pool.query("SELECT pg_backend_pid()")[0].decode(0, as: Int32.self)
    let error = await #expect(throws: PostgresError.self) {
      try await pool.query("SELECT pg_sleep(600)", deadline: .milliseconds(50))
    }
    #expect(error?.kind == .deadlineExceeded)
    #expect(error?.isConnectionLost == true)
    #expect(error?.description.contains("FaultTests.swift:") == true)
    try await waitUntilGone(backend, observer)
    #expect(try await pool.query("SELECT 1::int8")[0].decode(0, as: Int.self) == 1)
  }

  @Test func `closing a connection ends the statement that runs on it`() async throws {
    let database = ScratchDatabase.current!
    let (connection, observer) = (try await database.connect(), try await database.connect())
    let backend = try await backend(connection)
    let statement = Task { try await connection.query("SELECT pg_sleep(600)") }
    try await waitUntilRunning("SELECT pg_sleep", on: backend, observer)
    await connection.close()
    let error = await #expect(throws: PostgresError.self) { try await statement.value }
    #expect(error?.kind == .connectionLost)
    try await waitUntilGone(backend, observer)
  }

  @Test func `a network that swallows everything is left at the deadline`() async throws {
    let database = ScratchDatabase.current!
    let proxy = try FaultProxy(to: database.server)
    defer { proxy.close() }
    let pool = PostgresPool(proxy.configuration(database: database.name), maximumConnections: 1)
    try await pool.query("SELECT 1")
    proxy.fallSilent()
    let error = await #expect(throws: PostgresError.self) {
      try await pool.query("SELECT 1", deadline: .milliseconds(50))
    }
    #expect(error?.kind == .deadlineExceeded)
    proxy.speak()
    try await pool.query("SELECT 1")
  }

  @Test func `a network that breaks during COMMIT leaves the outcome unknown, here committed`() async throws {
    let database = ScratchDatabase.current!
    let observer = try await database.connect()
    try await observer.query("CREATE TABLE t (a int8)")
    let proxy = try FaultProxy(to: database.server)
    defer { proxy.close() }
    let connection = try await PostgresConnection.connect(proxy.configuration(database: database.name))
    proxy.cut(after: "COMMIT\0")
    let error = await #expect(throws: PostgresError.self) {
      try await connection.withTransaction { try await $0.query("INSERT INTO t VALUES (1)") }
    }
    #expect(error?.kind == .commitUnknown)
    try await waitUntil("the server has committed") {
      try await observer.query("SELECT count(*) FROM t")[0].decode(0, as: Int.self) == 1
    }
  }

  @Test func `a restarted server is found again by itself`() async throws {
    let server = try await ScratchPostgres.launch()
    let pool = PostgresPool(
      server.configuration(), maximumConnections: 4,
      backoff: Backoff(first: .milliseconds(5), longest: .milliseconds(50)))
    // Four sessions, idle or busy when the server goes.
    let victims = (0..<4).map { _ in Task { try await pool.query("SELECT pg_sleep(600)") } }
    let observer = try await PostgresConnection.connect(server.configuration())
    try await waitUntil("all of them run") {
      try await observer.query("SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'").count == 4
    }
    let waiter = Task { try await pool.query("SELECT 1::int8")[0].decode(0, as: Int.self) }
    try await waitUntil("the fifth one waits") { pool.usage.waiting == 1 }
    try await server.restart()
    for victim in victims {
      let error = await #expect(throws: PostgresError.self) { try await victim.value }
      #expect(error?.isConnectionLost == true)
    }
    #expect(try await waiter.value == 1)
    for _ in 0..<8 { try await pool.query("SELECT 1") }
    #expect(pool.usage.failures == 0)
    pool.close()
    try await server.remove()
  }

  @Test func `a server that takes no writes is passed over, or says so`() async throws {
    let database = ScratchDatabase.current!
    let admin = try await database.connect()
    try await admin.query("CREATE TABLE t ()")
    let error = await #expect(throws: PostgresError.self) {
      try await admin.withTransaction(readOnly: true) { try await $0.query("INSERT INTO t DEFAULT VALUES") }
    }
    #expect(error?.isReadOnly == true)
    try await admin.query(
      "ALTER DATABASE \(SQL.Identifier(database.name)) SET default_transaction_read_only = on")
    let refused = await #expect(throws: PostgresError.self) { try await database.connect() }
    #expect(refused?.kind == .connectionFailed)
    #expect(refused?.message?.contains("read-only") == true)
  }
}

import PostgresClient
import TestSupport
import Testing

@Suite(.scratchDatabase, .enabled(if: ScratchPooler.isInstalled, "PgBouncer is not installed"))
struct PoolerTests {
  @Test func `nothing that this client does needs a server session of its own`() async throws {
    let database = ScratchDatabase.current!
    try await database.connect().query("CREATE TABLE t (client int8, n int8)")
    let pooler = try await ScratchPooler.launch(before: database.server.connectionString)
    let configuration = PostgresConfiguration("host=\(pooler.folder) user=postgres dbname=\(database.name)")
    let clients = (0..<8).map { client in
      Task {
        let connection = try await PostgresConnection.connect(configuration)
        for n in 0..<10 { try await work(on: connection, client: client, n: n) }
        await connection.close()
      }
    }
    for client in clients { await #expect(throws: Never.self) { try await client.value } }
    try await pooler.remove()
    let rows = try await database.connect().query("SELECT client, count(*) FROM t GROUP BY 1")
    #expect(try rows.map { try $0.values(Int.self, Int.self).1 } == Array(repeating: 30, count: 8))
  }

  private func work(on connection: PostgresConnection, client: Int, n: Int) async throws {
    // The same text with values of other types: a named statement would be another client's.
    let text = try await connection.query("SELECT \("\(client)")")[0].decode(0, as: String.self)
    let number = try await connection.query("SELECT \(client)")[0].decode(0, as: Int.self)
    try #require(text == "\(client)" && number == client)
    try await connection.withTransaction { transaction in
      try await transaction.query("SET LOCAL lock_timeout = '1min'")
      try await transaction.query("INSERT INTO t VALUES (\(client), \(n))")
    }
    try await connection.withCopyIn("COPY t FROM STDIN (FORMAT binary)") { writer in
      try await writer.write(row: client, n)
      try await writer.write(row: client, n)
    }
    let rows = try await connection.withRows("SELECT n FROM generate_series(1, 2000) AS n") { rows in
      try await rows.reduce(0) { count, _ in count + 1 }
    }
    try #require(rows == 2000)
  }
}

import PostgresClient
import TestSupport
import Testing

@Suite(.scratchDatabase)
struct QueryTests {
  @Test func `a query returns its rows, typed`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let result = try await connection.query(
      "SELECT n, 'row ' || n AS name FROM generate_series(1, \(3)) AS n ORDER BY n")
    let rows = try result.map { try $0.values(Int.self, String.self) }
    #expect(rows.map(\.0) == [1, 2, 3])
    #expect(rows.map(\.1) == ["row 1", "row 2", "row 3"])
    #expect(try result[1].decode("name", as: String.self) == "row 2")
    #expect(result.commandTag == "SELECT 3")
  }

  @Test func `text with quotes and placeholders in it is a value, never a part of the statement`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let hostile = "'; DROP TABLE x; -- $1 \" \\ \n"
    let result = try await connection.query("SELECT \(hostile), \(hostile) = \(hostile)")
    let (text, same) = try result[0].values(String.self, Bool.self)
    #expect(text == hostile)
    #expect(same)
  }

  @Test func `parts of a statement keep their values in order, and names are quoted`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let table = SQL.Identifier("odd \"name\"")
    try await connection.query("CREATE TABLE \(table) (a int8, b text)")
    try await connection.query("INSERT INTO \(table) VALUES (\(1), \("x")), (\(2), \("y"))")
    let filter: SQL = "a > \(1) AND b = \("y")"
    let result = try await connection.query("SELECT \(7), a FROM \(table) WHERE \(filter) AND \(true)")
    #expect(try result.map { try $0.values(Int.self, Int.self).1 } == [2])
  }

  @Test func `the command tag tells how many rows were written`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    try await connection.query("CREATE TABLE t (a int4)")
    let inserted = try await connection.query("INSERT INTO t SELECT * FROM unnest(\([1, 2, 3] as [Int32]))")
    #expect(inserted.affectedRows == 3)
    #expect(inserted.commandTag == "INSERT 0 3")
    #expect(inserted.isEmpty)
  }

  @Test func `bytes can be read where they lie`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let result = try await connection.query("SELECT \([1, 2, 255] as [UInt8]), NULL::bytea")
    #expect(result[0].withBytes(0) { $0.map(Array.init) } == [1, 2, 255])
    #expect(result[0].withBytes(1) { $0 == nil })
  }

  @Test func `a value of another type is named with its column, what was expected and what was found`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let row = try await connection.query("SELECT 1::int8 AS id, NULL::text AS key")[0]
    let wrongType = #expect(throws: PostgresError.self) { try row.decode("id", as: Int32.self) }
    #expect(wrongType?.description.contains("column 0 (id): expected integer, found bigint") == true)
    let null = #expect(throws: PostgresError.self) { try row.decode("key", as: String.self) }
    #expect(null?.message == "column 1 (key): expected text, found NULL")
    let missing = #expect(throws: PostgresError.self) { try row.decode("kye", as: String.self) }
    #expect(missing?.message == "expected a column kye, found id, key")
    let count = #expect(throws: PostgresError.self) { try row.values(Int.self) }
    #expect(count?.message == "expected 1 columns, found 2")
  }

  @Test func `a script runs all of its statements, or none of them`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let tags = try await connection.executeScript("CREATE TABLE a (x int); INSERT INTO a VALUES (1), (2);")
    #expect(tags == ["CREATE TABLE", "INSERT 0 2"])
    let error = await #expect(throws: PostgresError.self) {
      try await connection.executeScript("INSERT INTO a VALUES (3);\nSELECT 1;\nINSERT INTO b VALUES (4)")
    }
    #expect(error?.sqlState == .undefinedTable)
    #expect(error?.description.contains("at line 3 ") == true)
    #expect(try await connection.query("SELECT count(*) FROM a")[0].decode(0, as: Int.self) == 2)
  }

  @Test func `a NUL in the text of a statement is refused, as libpq would cut it there`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.query(SQL(trusted: "SELECT 1\0; DROP TABLE x"))
    }
    #expect(error?.kind == .misuse)
    #expect(try await connection.query("SELECT 1::int8")[0].decode(0, as: Int.self) == 1)
  }

  @Test func `more values than the protocol can count are refused, and the session goes on`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let values = (0..<70_000).reduce(into: "SELECT 1" as SQL) { $0.append(", \($1)") }
    let error = await #expect(throws: PostgresError.self) { try await connection.query(values) }
    #expect(error?.kind == .misuse)
    #expect(error?.message?.contains("65535") == true)
    #expect(!connection.isBusy)
    try await connection.query("SELECT 1")
  }

  @Test func `an empty statement is an error`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let error = await #expect(throws: PostgresError.self) { try await connection.query(" ") }
    #expect(error?.kind == .misuse)
  }

  @Test func `a second statement at the same time is refused, and the first one goes on`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let other = try await ScratchDatabase.current.connect()
    // The first statement waits for a lock that this test holds: no need to guess how long it runs.
    try await other.query("CREATE TABLE l ()")
    try await other.executeScript("BEGIN; LOCK l")
    let first = Task { try await connection.query("SELECT count(*) FROM l") }
    while !connection.isBusy { await Task.yield() }
    let error = await #expect(throws: PostgresError.self) { try await connection.query("SELECT 1") }
    #expect(error?.kind == .misuse)
    try await other.query("COMMIT")
    #expect(try await first.value[0].decode(0, as: Int.self) == 0)
  }

  @Test func `notices reach the callback`() async throws {
    let (notices, received) = AsyncStream.makeStream(of: PostgresReport.self)
    var configuration = ScratchDatabase.current.configuration
    configuration.onNotice = { received.yield($0) }
    let connection = try await PostgresConnection.connect(configuration)
    try await connection.executeScript("DO $$ BEGIN RAISE NOTICE 'hello'; END $$")
    let notice = await notices.first { _ in true }
    #expect(notice?.message == "hello")
    #expect(notice?.severity == .notice)
  }
}

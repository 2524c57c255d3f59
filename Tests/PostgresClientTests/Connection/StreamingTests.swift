import PostgresClient
import TestSupport
import Testing

@Suite(.scratchDatabase)
struct StreamingTests {
  @Test func `ten thousand rows come one by one, in order`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let sum = try await connection.withRows("SELECT n FROM generate_series(1::int8, \(10_000)) AS n") { rows in
      var (sum, expected) = (0, 1)
      for try await row in rows {
        let number = try row.decode(0, as: Int.self)
        guard number == expected else { throw PostgresError(.decoding, message: "\(number) after \(expected - 1)") }
        (sum, expected) = (sum + number, expected + 1)
      }
      return sum
    }
    #expect(sum == 50_005_000)
    #expect(try await connection.query("SELECT 1::int8")[0].decode(0, as: Int.self) == 1)
  }

  @Test func `the server waits while the reader does`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let observer = try await ScratchDatabase.current.connect()
    let backend = try await connection.query("SELECT pg_backend_pid()")[0].decode(0, as: Int32.self)
    // 200 MB, of which the memory of this process sees little.
    let before = residentBytes()
    try await connection.withRows("SELECT repeat('x', 20000) FROM generate_series(1, 10000)") { rows in
      var iterator = rows.makeAsyncIterator()
      #expect(try await iterator.next() != nil)
      try await waitUntilBlocked(backend, observer)
      var count = 1
      while let row = try await iterator.next() {
        count += row.withBytes(0) { $0?.count == 20000 ? 1 : 0 }
      }
      #expect(count == 10000)
    }
    #expect(residentBytes() - before < 100_000_000)
  }

  @Test func `rows that are not read do not disturb what follows, in a transaction or out of it`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let seen = try await connection.withTransaction { transaction in
      try await transaction.query("CREATE TABLE t (a int8)")
      let first = try await transaction.withRows("SELECT n FROM generate_series(1::int8, 100000) AS n") { rows in
        try await rows.first { _ in true }?.decode(0, as: Int.self)
      }
      try await transaction.query("INSERT INTO t VALUES (1)")
      return first
    }
    #expect(seen == 1)
    #expect(try await connection.query("SELECT count(*) FROM t")[0].decode(0, as: Int.self) == 1)
  }

  @Test func `an error in the middle of the rows is thrown to the reader, and the session goes on`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.withRows("SELECT 1 / (5000 - n) FROM generate_series(1, 10000) AS n") { rows in
        for try await _ in rows {}
      }
    }
    #expect(error?.sqlState?.rawValue == "22012")
    #expect(!connection.isClosed)
    try await connection.query("SELECT 1")
  }

  @Test func `a reader that fails ends the statement`() async throws {
    struct Refusal: Error {}
    let connection = try await ScratchDatabase.current.connect()
    await #expect(throws: Refusal.self) {
      try await connection.withRows("SELECT n FROM generate_series(1, 1000000) AS n") { _ in throw Refusal() }
    }
    #expect(connection.isClosed)
  }

  @Test func `a stream that outlives its statement reads nothing of the next one`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let stale = try await connection.withRows("SELECT 1") { $0 }
    try await connection.withRows("SELECT 2") { _ in
      let error = await #expect(throws: PostgresError.self) { try await stale.first { _ in true } }
      #expect(error?.kind == .misuse)
    }
  }

  @Test func `a statement without rows streams none`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let count = try await connection.withRows("CREATE TABLE t ()") { rows in
      try await rows.reduce(0) { count, _ in count + 1 }
    }
    #expect(count == 0)
  }
}

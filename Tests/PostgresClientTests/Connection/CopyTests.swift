import FoundationEssentials
import PostgresClient
import TestSupport
import Testing

@Suite(.scratchDatabase)
struct CopyTests {
  private func prepared() async throws -> PostgresConnection {
    let connection = try await ScratchDatabase.current.connect()
    try await connection.query("CREATE TABLE t (a int8, b text, c bytea, d uuid)")
    return connection
  }

  private static let identifier = UUID()

  private func fill(_ connection: PostgresConnection, rows: Int) async throws -> Int {
    try await connection.withCopyIn("COPY t FROM STDIN (FORMAT binary)") { writer in
      for index in 0..<rows {
        try await writer.write(
          row: index, index % 3 == 0 ? nil : "text \(index)", [UInt8](repeating: 7, count: index % 50), Self.identifier)
      }
    }
  }

  @Test func `rows copied in binary come back in binary`() async throws {
    let connection = try await prepared()
    #expect(try await fill(connection, rows: 10_000) == 10_000)
    let count = try await connection.withCopyOut("COPY (SELECT * FROM t ORDER BY a) TO STDOUT (FORMAT binary)") {
      data in
      var index = 0
      for try await row in data.binaryRows {
        let (a, b, c, d) = try row.values(Int.self, String?.self, [UInt8].self, UUID.self)
        try #require(a == index && c.count == index % 50 && d == Self.identifier)
        try #require(b == (index % 3 == 0 ? nil : "text \(index)"))
        index += 1
      }
      return index
    }
    #expect(count == 10_000)
  }

  @Test func `rows copied as text come back as text`() async throws {
    let connection = try await prepared()
    let rows: [[String?]] = [
      ["1", "tab\tline\nback\\slash\r", "\\x00ff", nil], ["2", "", nil, nil], ["3", "\\N", nil, nil],
      ["4", nil, nil, nil],
    ]
    let written = try await connection.withCopyIn("COPY t FROM STDIN") { writer in
      for row in rows { try await writer.write(textRow: row) }
    }
    #expect(written == 4)
    let text = try await connection.withCopyOut("COPY (SELECT * FROM t ORDER BY a) TO STDOUT") { data in
      try await data.reduce(into: [UInt8]()) { $0 += $1 }
    }
    let read = text.split(separator: UInt8(ascii: "\n")).map { PostgresCopyText.values(ofLine: $0) }
    #expect(read == rows)
  }

  @Test func `copied data is as large as it likes, and the server sets the pace`() async throws {
    let connection = try await prepared()
    let before = residentBytes()
    let line = Array(("1\t" + String(repeating: "x", count: 19_996) + "\n").utf8)
    let count = try await connection.withCopyIn("COPY t (a, b) FROM STDIN") { writer in
      for _ in 0..<5_000 { try await writer.write(line) }
    }
    #expect(count == 5_000)
    #expect(residentBytes() - before < 60_000_000)
  }

  @Test func `a failed writer leaves nothing behind, and the session goes on`() async throws {
    struct Refusal: Error {}
    let connection = try await prepared()
    await #expect(throws: Refusal.self) {
      try await connection.withCopyIn("COPY t (a) FROM STDIN") { writer in
        try await writer.write(Array("1\n2\n".utf8))
        throw Refusal()
      }
    }
    #expect(try await connection.query("SELECT count(*) FROM t")[0].decode(0, as: Int.self) == 0)
  }

  @Test func `what the server does not like is thrown at the end, without the data in what is printed`() async throws {
    let connection = try await prepared()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.withCopyIn("COPY t (a) FROM STDIN") { writer in
        try await writer.write(Array("1\nsecret\n".utf8))
      }
    }
    #expect(error?.sqlState?.rawValue == "22P02")
    #expect(error?.report?.context?.contains("secret") == true)
    #expect(error?.description.contains("secret") == false)
    #expect(!connection.isClosed)
  }

  @Test func `rows of the wrong width or format are refused before they are sent`() async throws {
    let connection = try await prepared()
    let width = await #expect(throws: PostgresError.self) {
      try await connection.withCopyIn("COPY t (a, b) FROM STDIN (FORMAT binary)") { try await $0.write(row: 1) }
    }
    #expect(width?.message == "expected 2 columns, found 1")
    let format = await #expect(throws: PostgresError.self) {
      try await connection.withCopyIn("COPY t (a) FROM STDIN") { try await $0.write(row: 1) }
    }
    #expect(format?.message == "the COPY is in the text format")
    #expect(try await connection.query("SELECT count(*) FROM t")[0].decode(0, as: Int.self) == 0)
  }

  @Test func `data that is not read is dropped`() async throws {
    let connection = try await prepared()
    _ = try await fill(connection, rows: 5_000)
    let first = try await connection.withCopyOut("COPY t TO STDOUT") { data in try await data.first { _ in true } }
    #expect(first?.isEmpty == false)
    #expect(try await connection.query("SELECT count(*) FROM t")[0].decode(0, as: Int.self) == 5_000)
  }

  @Test func `a COPY where a query is expected, and the other way round, is named`() async throws {
    let database = ScratchDatabase.current!
    let copy = await #expect(throws: PostgresError.self) {
      try await database.connect().query("COPY (SELECT 1) TO STDOUT")
    }
    #expect(copy?.kind == .misuse)
    let query = await #expect(throws: PostgresError.self) {
      try await database.connect().withCopyOut("SELECT 1") { _ in }
    }
    #expect(query?.message == "expected COPY … TO STDOUT")
    let direction = await #expect(throws: PostgresError.self) {
      try await database.connect().withCopyIn("COPY (SELECT 1) TO STDOUT") { _ in }
    }
    #expect(direction?.message == "expected COPY … FROM STDIN")
  }
}

import TestSupport
import Testing

@testable import PostgresClient

struct PostgresErrorTests {
  private func server(
    _ state: String, _ severity: PostgresReport.Severity = .error, _ message: String = "message"
  ) -> PostgresError {
    PostgresError(
      .server, report: PostgresReport(severity: severity, sqlState: SQLState(rawValue: state), message: message))
  }

  @Test(arguments: [
    ("08006", true), ("08P01", true), ("57P01", true), ("57P02", true), ("57P03", true), ("57P05", true),
    ("25P03", true), ("53300", true), ("40001", false), ("57014", false), ("25006", false), ("23505", false),
    ("XX000", false),
  ])
  func `codes that end the session are told from those that do not`(state: String, isLost: Bool) {
    #expect(server(state).isConnectionLost == isLost)
    #expect(server(state, .fatal).isConnectionLost)
  }

  @Test func `only conflicts are retriable, and only one code means read-only`() {
    #expect(server("40001").isRetriable && server("40P01").isRetriable)
    for state in ["40002", "40003", "55P03", "57014", "08006"] { #expect(!server(state).isRetriable) }
    #expect(server("25006").isReadOnly)
    #expect(!server("25001").isReadOnly)
  }

  @Test(arguments: [
    (PostgresError.Kind.connectionFailed, true), (.connectionLost, true), (.deadlineExceeded, true),
    (.commitUnknown, true), (.rolledBack, false), (.poolExhausted, false), (.poolClosed, false), (.decoding, false),
    (.misuse, false), (.configuration, false),
  ])
  func `kinds that end the session are told from those that do not`(kind: PostgresError.Kind, isLost: Bool) {
    #expect(PostgresError(kind).isConnectionLost == isLost)
    #expect(!PostgresError(kind).isRetriable)
  }

  @Test(arguments: [
    ("22P02", #"invalid input syntax for type integer: "secret""#, #"invalid input syntax for type integer: "…""#),
    ("22P02", #"a "b" c "secret" d"#, #"a "…" d"#),
    ("22P02", #"a value with "quotes" in "it"#, #"a value with "…"it"#),
    ("22012", "division by zero", "division by zero"),
    ("42P01", #"relation "x" does not exist"#, #"relation "x" does not exist"#),
  ])
  func `a message keeps the names it quotes and loses the values`(state: String, message: String, printed: String) {
    #expect(server(state, .error, message).description == "ERROR \(state): \(printed)")
  }

  @Test func `an error prints its statement, place and line, and neither detail nor context`() {
    var error = server("23505", .error, "duplicate key")
    error.report?.detail = "Key (text)=(secret) already exists."
    error.report?.context = "COPY t, line 1: \"secret\""
    error.report?.hint = "try another"
    error.report?.constraint = "t_pkey"
    error.report?.position = 12
    error.origin = StatementOrigin(text: "INSERT\n  INTO t\nVALUES ($1)", file: "Storage/Commit.swift", line: 42)
    #expect(
      error.description
        == "ERROR 23505: duplicate key (constraint t_pkey); hint: try another at line 2 in: INSERT INTO t VALUES ($1) "
        + "[Storage/Commit.swift:42]")
  }

  @Test func `a long statement is cut`() {
    let error = PostgresError(
      .misuse, origin: StatementOrigin(text: String(repeating: "x", count: 1000), file: "f", line: 1))
    #expect(error.description.count < 300)
  }
}

@Suite(.scratchDatabase)
struct ServerErrorTests {
  @Test func `an error of the server arrives with all of its parts, and no value`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    try await connection.query("CREATE TABLE t (a text CONSTRAINT only_once UNIQUE)")
    try await connection.query("INSERT INTO t VALUES ('secret')")
    let error = await #expect(throws: PostgresError.self) {
      try await connection.query("INSERT INTO t VALUES (\("secret"))")
    }
    #expect(error?.sqlState == .uniqueViolation)
    #expect(error?.report?.severity == .error)
    #expect(error?.report?.table == "t")
    #expect(error?.report?.constraint == "only_once")
    #expect(error?.report?.detail?.contains("secret") == true)
    #expect(error?.origin?.text == "INSERT INTO t VALUES ($1)")
    #expect(error?.description.contains("secret") == false)
    #expect(error?.description.contains("PostgresErrorTests.swift:") == true)
  }

  @Test func `an error raised with a hint arrives with it and with its context`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let error = await #expect(throws: PostgresError.self) {
      try await connection.executeScript(
        "DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '40001', HINT = 'again'; END $$")
    }
    #expect(error?.isRetriable == true)
    #expect(error?.report?.hint == "again")
    #expect(error?.report?.context?.contains("PL/pgSQL") == true)
  }
}

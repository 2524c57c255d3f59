import FoundationEssentials
import PostgresClient
import TestSupport
import Testing

/// Every type goes to the server and comes back; the server's own text of it proves that it arrived as meant.
@Suite(.scratchDatabase)
struct RoundTripTests {
  private func expectRoundTrip<Value: PostgresScalar & Equatable>(_ cases: [(Value, text: String)]) async throws {
    let connection = try await ScratchDatabase.current.connect()
    for (value, text) in cases {
      let row = try await connection.query("SELECT \(value), \(value)::text, \(nil as Value?), \([value, value])")[0]
      let (back, printed, null, array) = try row.values(Value.self, String.self, Value?.self, [Value].self)
      #expect(back == value)
      #expect(printed == text)
      #expect(null == nil)
      #expect(array == [value, value])
    }
    let row = try await connection.query("SELECT \(cases.map(\.0)), \([] as [Value]), \([nil, cases[0].0, nil])")[0]
    let (all, none, some) = try row.values([Value].self, [Value].self, [Value?].self)
    #expect(all == cases.map(\.0))
    #expect(none.isEmpty)
    #expect(some == [nil, cases[0].0, nil])
  }

  @Test func `booleans`() async throws {
    try await expectRoundTrip([(true, "true"), (false, "false")])
  }

  @Test func `16-bit integers`() async throws {
    try await expectRoundTrip([(Int16.min, "-32768"), (0, "0"), (.max, "32767")])
  }

  @Test func `32-bit integers`() async throws {
    try await expectRoundTrip([(Int32.min, "-2147483648"), (-1, "-1"), (.max, "2147483647")])
  }

  @Test func `64-bit integers`() async throws {
    try await expectRoundTrip([(Int64.min, "-9223372036854775808"), (0, "0"), (.max, "9223372036854775807")])
    try await expectRoundTrip([(Int.min, "-9223372036854775808"), (.max, "9223372036854775807")])
  }

  @Test func `ranges of 32-bit integers`() async throws {
    try await expectRoundTrip([
      (PostgresMultirange([]), "{}"), (PostgresMultirange([1...1]), "{[1,2)}"),
      (PostgresMultirange([Int32.min...(-5), 2...9, 11...(.max - 1)]), "{[-2147483648,-4),[2,10),[11,2147483647)}"),
    ])
    let connection = try await ScratchDatabase.current.connect()
    let joined = try await connection.query("SELECT \(PostgresMultirange([7...9, 1...2, 3...4]))")[0]
    #expect(try joined.decode(0, as: PostgresMultirange.self).ranges == [1...4, 7...9])
    let open = try await connection.query("SELECT '{[3,)}'::int4multirange")[0]
    #expect(throws: PostgresError.self) { try open.decode(0, as: PostgresMultirange.self) }
  }

  @Test func `floating point numbers`() async throws {
    try await expectRoundTrip([
      (0.1, "0.1"), (-.infinity, "-Infinity"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
      (.leastNonzeroMagnitude, "5e-324"),
    ])
    let connection = try await ScratchDatabase.current.connect()
    let row = try await connection.query("SELECT \(Double.nan), -0.0::float8, 0.5::float4")[0]
    let (nan, zero, single) = try row.values(Double.self, Double.self, Double.self)
    #expect(nan.isNaN)
    #expect(zero.sign == .minus)
    #expect(single == 0.5)
  }

  @Test func `text`() async throws {
    try await expectRoundTrip([
      ("", ""), ("ASCII", "ASCII"), ("Grüße 👩‍👩‍👧 \u{10FFFF}", "Grüße 👩‍👩‍👧 \u{10FFFF}"), ("NULL", "NULL"),
      ("{\",\\", "{\",\\"),
    ])
  }

  @Test func `bytes`() async throws {
    try await expectRoundTrip([([0, 1, 255] as [UInt8], "\\x0001ff"), ([], "\\x")])
  }

  @Test func `identifiers`() async throws {
    let text = "00112233-4455-6677-8899-aabbccddeeff"
    try await expectRoundTrip([(UUID(uuidString: text)!, text)])
  }

  @Test func `times`() async throws {
    try await expectRoundTrip([
      (PostgresTimestamp(microseconds: 0), "1970-01-01 00:00:00+00"),
      (PostgresTimestamp(microseconds: -1), "1969-12-31 23:59:59.999999+00"),
      (PostgresTimestamp(microseconds: 1_735_689_600_123_456), "2025-01-01 00:00:00.123456+00"),
      (.infinity, "infinity"), (.negativeInfinity, "-infinity"),
    ])
  }

  @Test func `a time that only one side can hold is an error, not an infinity`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let early = await #expect(throws: PostgresError.self) {
      try await connection.query("SELECT \(PostgresTimestamp(microseconds: .min + 1))")
    }
    #expect(early?.sqlState?.rawValue == "22008")
    let row = try await connection.query("SELECT '294276-12-31 23:59:59+00'::timestamptz")[0]
    #expect(throws: PostgresError.self) { try row.decode(0, as: PostgresTimestamp.self) }
  }

  @Test func `JSON keeps its text byte for byte`() async throws {
    let text = #"{ "b" : 1.50, "a":"\u0041", "b":null }"#
    try await expectRoundTrip([(PostgresJSON(text), text), ("null", "null")])
    let connection = try await ScratchDatabase.current.connect()
    let row = try await connection.query("SELECT \(PostgresJSON(text))::jsonb, \(PostgresJSON(text))")[0]
    let (binary, plain) = try row.values(PostgresJSON.self, String.self)
    #expect(binary.text == #"{"a": "A", "b": null}"#)
    #expect(plain == text)
  }

  @Test func `decimal numbers`() async throws {
    let texts = [
      "0", "1", "-1", "10000", "9999.9999", "0.0001", "0.00000000012", "-123456789012345678901234567890.50", "0.00",
      "100000000", "1000000000000.00001", "NaN", "Infinity", "-Infinity",
    ]
    try await expectRoundTrip(texts.map { (PostgresNumeric($0)!, $0) })
    #expect(PostgresNumeric("+007.10")?.text == "7.10")
    for bad in ["", ".", "-", "1e5", "1.2.3", "0x1", " 1", "infinity"] { #expect(PostgresNumeric(bad) == nil) }
  }

  @Test func `a raw-representable type is bound and read by its raw value`() async throws {
    try await expectRoundTrip([(Colour.red, "red"), (.green, "green")])
    let connection = try await ScratchDatabase.current.connect()
    let row = try await connection.query("SELECT 'blue'")[0]
    let error = #expect(throws: PostgresError.self) { try row.decode(0, as: Colour.self) }
    #expect(error?.message?.contains("expected a raw value of Colour") == true)
  }

  enum Colour: String, PostgresScalar {
    case red
    case green
  }

  @Test func `narrower integers are read as wider ones, never the other way`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let row = try await connection.query("SELECT 7::int2, 7::int4, 7::int8, 4000000000::oid")[0]
    #expect(try row.values(Int.self, Int.self, Int64.self, Int.self) == (7, 7, 7 as Int64, 4_000_000_000))
    #expect(throws: PostgresError.self) { try row.decode(1, as: Int16.self) }
    #expect(throws: PostgresError.self) { try row.decode(2, as: Int32.self) }
  }

  @Test func `columns in bulk, some of them NULL`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    try await connection.query("CREATE TABLE t (a int8, b text, c bytea)")
    let count = 5000
    let ids = (0..<count).map { Int64($0) }
    let names = (0..<count).map { $0 % 3 == 0 ? nil : "name \($0)" }
    let blobs = (0..<count).map { [UInt8](repeating: UInt8($0 % 256), count: $0 % 5) }
    try await connection.query("INSERT INTO t SELECT * FROM unnest(\(ids), \(names), \(blobs))")
    let rows = try await connection.query("SELECT a, b, c FROM t ORDER BY a")
    for (index, row) in rows.enumerated() {
      let (id, name, blob) = try row.values(Int64.self, String?.self, [UInt8].self)
      guard id == ids[index], name == names[index], blob == blobs[index] else {
        Issue.record("row \(index) came back as \(id), \(name ?? "NULL"), \(blob)")
        break
      }
    }
    #expect(rows.count == count)
  }

  @Test func `an array of two dimensions is refused`() async throws {
    let connection = try await ScratchDatabase.current.connect()
    let row = try await connection.query("SELECT '{{1,2},{3,4}}'::int8[]")[0]
    let error = #expect(throws: PostgresError.self) { try row.decode(0, as: [Int64].self) }
    #expect(error?.message?.contains("found one of 2 dimensions") == true)
  }
}

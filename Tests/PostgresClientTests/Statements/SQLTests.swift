import Testing

@testable import PostgresClient

struct SQLTests {
  @Test func `values become placeholders in their order, across nested parts`() {
    let inner: SQL = "b = \("x") OR c = \(nil as Int64?)"
    let sql: SQL = "SELECT \(1 as Int32) WHERE a = \(true) AND (\(inner)) LIMIT \(9 as Int16)"
    let (text, values) = sql.rendered()
    #expect(text == "SELECT $1 WHERE a = $2 AND (b = $3 OR c = $4) LIMIT $5")
    #expect(values.map(\.type) == [.int4, .bool, .text, .int8, .int2])
    #expect(values.map(\.bytes) == [[0, 0, 0, 1], [1], Array("x".utf8), nil, [0, 9]])
  }

  @Test func `names are quoted, whatever they are`() {
    let sql: SQL = "SELECT * FROM \(SQL.Identifier("s", "odd \" name; --"))"
    #expect(sql.rendered().text == #"SELECT * FROM "s"."odd "" name; --""#)
  }

  @Test func `parts are joined with their values`() {
    let sql: SQL = ("SELECT \(1)" as SQL) + ", \(2)" + SQL(trusted: ", now()")
    #expect(sql.rendered().text == "SELECT $1, $2, now()")
    #expect(sql.rendered().values.count == 2)
  }

  @Test func `an array of bytes is one value, an array of those is an array`() {
    #expect(BoundValue([1, 2] as [UInt8]).type == .bytea)
    #expect(BoundValue([[1, 2]] as [[UInt8]]).type == .byteaArray)
    #expect(BoundValue([nil, 1] as [Int32?]).type == .int4Array)
    #expect(BoundValue(nil as [String]?).bytes == nil)
  }
}

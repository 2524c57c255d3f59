import Testing

@testable import PostgresClient

struct BinaryCopyReaderTests {
  /// Two rows: (7, "text") and (NULL, "").
  private let data: [UInt8] = {
    var data = BinaryCopyReader.signature + [UInt8](repeating: 0, count: 8)
    for (number, text) in [(7, "text"), (nil, "")] as [(Int?, String)] {
      data.append(bigEndian: Int16(2))
      data.append(sized: number)
      data.append(sized: text)
    }
    data.append(bigEndian: Int16(-1))
    return data
  }()

  private func read(_ pieces: [[UInt8]]) throws -> (rows: [String], isComplete: Bool) {
    var reader = BinaryCopyReader()
    var rows: [String] = []
    for piece in pieces {
      reader.append(piece)
      while let row = try reader.next() {
        let (number, text) = try row.values(Int?.self, String.self)
        rows.append("\(number.map(String.init) ?? "NULL") \(text)")
      }
    }
    return (rows, reader.isComplete)
  }

  @Test func `the rows are the same wherever the data is cut`() throws {
    for cut in 0...data.count {
      let (rows, isComplete) = try read([Array(data[..<cut]), Array(data[cut...])])
      #expect(rows == ["7 text", "NULL "])
      #expect(isComplete)
    }
    #expect(try read(data.map { [$0] }).rows == ["7 text", "NULL "])
  }

  @Test func `data that ends early is not complete`() throws {
    for end in 0..<data.count { #expect(try !read([Array(data[..<end])]).isComplete) }
  }

  @Test func `damaged data is named, never read as rows`() {
    var flagged = data
    flagged[12] = 1
    #expect(throws: BinaryCopyReader.Problem.unknownFlags(1 << 16)) { try read([flagged]) }
    #expect(throws: BinaryCopyReader.Problem.noSignature) { try read([Array("1\ttext\n".utf8)]) }
    #expect(throws: BinaryCopyReader.Problem.dataAfterEnd) { try read([data + [0]]) }
    var negative = data
    negative[19] = 0x80
    #expect(throws: BinaryCopyReader.Problem.damagedRow) { try read([negative]) }
  }

  @Test func `a value of another size is an error that names its column`() throws {
    var reader = BinaryCopyReader()
    reader.append(data)
    let row = try #require(try reader.next())
    let error = #expect(throws: PostgresError.self) { try row.decode(0, as: Int32.self) }
    #expect(error?.message?.hasPrefix("column 0: expected integer") == true)
    let width = #expect(throws: PostgresError.self) { try row.values(Int.self) }
    #expect(width?.message == "expected 1 columns, found 2")
  }
}

struct CopyTextTests {
  @Test(
    arguments: [
      ([nil, "", "a"], "\\N\t\ta\n"), (["\\N"], "\\\\N\n"), (["a\tb\nc\rd\\e"], "a\\tb\\nc\\rd\\\\e\n"),
      (["é👩"], "é👩\n"),
    ] as [([String?], String)])
  func `a line of text and its values`(values: [String?], line: String) {
    var written: [UInt8] = []
    written.append(copyText: values)
    #expect(String(decoding: written, as: UTF8.self) == line)
    #expect(PostgresCopyText.values(ofLine: written.dropLast()) == values)
  }

  @Test func `the server's other escapes are understood`() {
    #expect(PostgresCopyText.values(ofLine: Array("\\b\\f\\v\\x".utf8)) == ["\u{8}\u{C}\u{B}x"])
  }
}

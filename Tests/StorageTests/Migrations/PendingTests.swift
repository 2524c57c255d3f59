import Storage
import Testing

@Suite struct PendingTests {
  private func files(_ numbers: Int...) -> [Migration] {
    numbers.map { Migration(number: $0, name: "m\($0)", sql: "SELECT \($0)") }
  }

  private func applied(_ numbers: Int..., checksum: UInt8 = 1) -> [AppliedMigration] {
    numbers.map { AppliedMigration(number: $0, name: "m\($0)", checksum: [checksum]) }
  }

  @Test func `what was not applied is pending, in order`() throws {
    #expect(try pending(files: files(1, 2, 3), applied: applied(1)) { _ in [1] } == files(2, 3))
    #expect(try pending(files: files(1), applied: applied(1, 2)) { _ in [1] }.isEmpty)
  }

  @Test func `numbers without a gap are asked for`() {
    #expect(throws: MigrationError.numbering(found: 3, expected: 2)) {
      try pending(files: files(1, 3), applied: []) { _ in [1] }
    }
    #expect(throws: MigrationError.numbering(found: 1, expected: 2)) {
      try pending(files: files(1, 1), applied: []) { _ in [1] }
    }
    #expect(throws: MigrationError.numbering(found: 3, expected: 2)) {
      try pending(files: files(1, 2, 3), applied: applied(1, 3)) { _ in [1] }
    }
  }

  @Test(arguments: [
    "1_a.sql", "0001.sql", "0001_a.txt", "000a_a.sql", "0000_a.sql", "00001_a.sql", "0001-a.sql",
  ])
  func `a file that is named otherwise is refused`(name: String) {
    #expect(throws: MigrationError.fileName(name)) { try Migration(fileName: name, sql: "") }
  }

  @Test func `a file's name gives number and name`() throws {
    #expect(
      try Migration(fileName: "0012_what_it_does.sql", sql: "x")
        == Migration(number: 12, name: "what_it_does", sql: "x"))
  }

  @Test(arguments: [
    ("0.1.0", "0.1.0", false), ("0.1.0", "0.1.1", true), ("0.9", "0.10", true), ("1", "0.9.9", false),
    ("0.1", "0.1.0", false),
    ("0.1.0-dev", "0.1.0", false), ("", "0.0.1", true),
  ])
  func `versions are compared number by number`(version: String, other: String, isOlder: Bool) {
    #expect(isVersion(version, olderThan: other) == isOlder)
  }
}

import PostgresClient
import Storage
import TestSupport
import Testing

/// Each check of `compactor doctor --archive` finds the fault that it is for.
@Suite(.migratedDatabase) struct ConsistencyTests {
  private let scratch = ScratchArchive()

  private func fill() async throws {
    for key in ["a", "b"] {
      let number = try await scratch.append(key, messages: 6)
      let claim = try await scratch.claim(only: number).claim
      _ = try await scratch.archive.commit([.compacted(claim, summary: key == "a" ? "sum" : nil)], in: Commits.context)
    }
  }

  private func violated() async throws -> [String] {
    try await scratch.archive.checkConsistency().filter { $0.violations > 0 }.map { "\($0.what): \($0.examples)" }
  }

  @Test func `a sound archive violates nothing, and every check has looked at something`() async throws {
    try await fill()
    let checks = try await scratch.archive.checkConsistency()
    #expect(checks.allSatisfy { $0.violations == 0 && $0.checked > 0 })
  }

  static let faults: [(sql: String, found: [String])] = [
    (
      "UPDATE compactor.audit_records SET revision = 9 WHERE conversation = 1",
      [
        "every revision has the audit record of its conversation and number: [1]",
        "every record of a compaction has its revision: [1]",
      ]
    ),
    (
      "UPDATE compactor.revisions SET kept = '{[3,5]}' WHERE conversation = 2",
      ["the kept ranges of a revision are those of its audit record: [2]"]
    ),
    (
      """
      UPDATE compactor.audit_records SET dispositions =
        '[{"stage":"x","disposition":"dropped","revision":1,"ranges":"1-3"},{"stage":null,"disposition":"kept","revision":1,"ranges":"3-6"}]'
      WHERE conversation = 2
      """, ["no entry has two dispositions: [2]"]
    ),
    (
      """
      UPDATE compactor.audit_records SET dispositions =
        '[{"stage":"x","disposition":"dropped","revision":1,"ranges":"1"},{"stage":null,"disposition":"kept","revision":1,"ranges":"3-6"}]'
      WHERE conversation = 2
      """, ["every entry up to the covered position has a disposition: [2]"]
    ),
    (
      "DELETE FROM compactor.summaries WHERE conversation = 1",
      ["what is covered has a summary, and what has a summary is covered: [1]"]
    ),
    (
      "UPDATE compactor.conversations SET entries = entries + 1 WHERE number = 2",
      ["counters of a conversation are those of its entries: [2]"]
    ),
  ]

  @Test(arguments: faults)
  func `a fault is found where it is`(sql: String, found: [String]) async throws {
    try await fill()
    try await scratch.pool.query(SQL(trusted: sql))
    #expect(try await violated() == found)
  }
}

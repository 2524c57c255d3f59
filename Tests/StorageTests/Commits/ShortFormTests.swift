import Compaction
import PostgresClient
import TestSupport
import Testing

@testable import Storage

@Suite(.migratedDatabase) struct ShortFormTests {
  private let scratch = ScratchArchive()

  private static func form(_ position: Int32, _ text: String) -> ShortForm {
    ShortForm(position: position, tokens: position * 2, form: #"{"role":"user","content":"\#(text)"}"#)
  }

  /// Commits a revision whose ranges are these, with new forms for what it is the first to replace.
  private func compact(
    _ number: Int64, revision: Int32, _ ranges: [DispositionRange], sizes: [ShortFormSize] = [],
    carriedFrom: Int32? = nil
  ) async throws {
    let claim = try await scratch.claim(only: number).claim
    var commit = Commit.compacted(claim, revision: revision)
    let new = ranges.filter { $0.disposition == .replaced && $0.revision == revision }
    commit.revision?.overlay.ranges = ranges
    commit.revision?.shortForms = new.flatMap { range in
      (range.range.first...range.range.last).map { Self.form($0, "short \($0) of \(revision)") }
    }
    commit.revision?.overlay.shortForms = sizes
    commit.revision?.carriedFrom = carriedFrom
    try #require(try await scratch.archive.commit([commit], in: Commits.context) == [number])
  }

  private static func range(
    _ first: Int32, _ last: Int32, _ disposition: Disposition, _ revision: Int32
  ) -> DispositionRange {
    DispositionRange(
      PositionRange(first, last), disposition, stage: disposition == .kept ? nil : "clear_tool_results",
      revision: revision)
  }

  private func texts() async throws -> [String?] {
    try await scratch.pool.query("SELECT chat ->> 'content' FROM compactor.history('c') ORDER BY position").map {
      try $0.decode(0)
    }
  }

  @Test func `what is replaced is read in its short form, and comes back for planning with its size`() async throws {
    let number = try await scratch.append("c", messages: 6)
    try await compact(
      number, revision: 1, [Self.range(1, 1, .kept, 1), Self.range(2, 3, .replaced, 1), Self.range(4, 6, .kept, 1)])
    #expect(try await texts() == ["message 0", "short 2 of 1", "short 3 of 1", "message 3", "message 4", "message 5"])
    let live = try await scratch.archive.revisions(of: [number])[number]?.live
    #expect(
      live?.overlay.shortForms == [ShortFormSize(position: 2, tokens: 4), ShortFormSize(position: 3, tokens: 6)])
    #expect(
      try await scratch.archive.shortForms(of: number, revision: 1)
        == [Self.form(2, "short 2 of 1"), Self.form(3, "short 3 of 1")])
    #expect(try await scratch.archive.checkConsistency().allSatisfy { $0.violations == 0 })
  }

  @Test func `forms that stay in use go over to the next revision, and a rollback brings the ones before`() async throws
  {
    let number = try await scratch.append("c", messages: 6)
    try await compact(
      number, revision: 1, [Self.range(1, 1, .kept, 1), Self.range(2, 4, .replaced, 1), Self.range(5, 6, .kept, 1)])
    // 2 is dropped, 3 and 4 stay replaced, 5 is new.
    try await compact(
      number, revision: 2,
      [
        Self.range(1, 1, .kept, 2), Self.range(2, 2, .dropped, 2), Self.range(3, 4, .replaced, 1),
        Self.range(5, 5, .replaced, 2), Self.range(6, 6, .kept, 2),
      ], carriedFrom: 1)
    #expect(try await texts() == ["message 0", "short 3 of 1", "short 4 of 1", "short 5 of 2", "message 5"])
    #expect(try await scratch.archive.checkConsistency().allSatisfy { $0.violations == 0 })
    _ = try await scratch.archive.rollBack(conversation: number, by: "ann", reason: "wrong")
    #expect(
      try await texts() == ["message 0", "short 2 of 1", "short 3 of 1", "short 4 of 1", "message 4", "message 5"])
  }

  @Test func `a form goes over with the size that the run counted, which may be another tokenizer's`() async throws {
    let number = try await scratch.append("c", messages: 6)
    try await compact(number, revision: 1, [Self.range(1, 2, .kept, 1), Self.range(3, 4, .replaced, 1)])
    try await compact(
      number, revision: 2, [Self.range(1, 2, .kept, 2), Self.range(3, 4, .replaced, 1)],
      sizes: [ShortFormSize(position: 3, tokens: 50)], carriedFrom: 1)
    let live = try #require(try await scratch.archive.revisions(of: [number])[number]?.live)
    #expect(live.overlay.shortForms == [ShortFormSize(position: 3, tokens: 50), ShortFormSize(position: 4, tokens: 8)])
    #expect(live.tokenizer == Commits.context.tokenizer)
  }

  @Test func `a form that is missing, or stands for nothing, is found by the check`() async throws {
    let number = try await scratch.append("c", messages: 6)
    try await compact(number, revision: 1, [Self.range(1, 3, .replaced, 1), Self.range(4, 6, .kept, 1)])
    func violations() async throws -> Int64? {
      try await scratch.archive.checkConsistency().first { $0.what.contains("has a short form") }?.violations
    }
    #expect(try await violations() == 0)
    try await scratch.pool.query("DELETE FROM compactor.short_forms WHERE position = 2")
    #expect(try await violations() == 1)
    try await scratch.pool.query("UPDATE compactor.short_forms SET position = 5 WHERE position = 3")
    #expect(try await violations() == 1)
  }

  @Test func `an attempt over its budget may have a revision`() async throws {
    let number = try await scratch.append("c", messages: 6)
    var commit = Commit.compacted(try await scratch.claim(only: number).claim)
    commit.outcome = .overBudget
    try #require(try await scratch.archive.commit([commit], in: Commits.context) == [number])
    #expect(try await scratch.archive.revisions(of: [number])[number]?.live?.revision == 1)
    #expect(try await scratch.archive.checkConsistency().allSatisfy { $0.violations == 0 })
  }
}

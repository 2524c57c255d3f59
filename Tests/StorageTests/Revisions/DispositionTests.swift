import Compaction
import PostgresClient
import Testing

@testable import Storage

@Suite struct DispositionTests {
  private let ranges = [
    DispositionRange(PositionRange(1, 1), .kept, stage: nil, revision: 2),
    DispositionRange(PositionRange(2, 9), .covered, stage: "summarize", revision: 1),
    DispositionRange(PositionRange(10, 12), .dropped, stage: "rolling_window", revision: 2),
    DispositionRange(PositionRange(13, 13), .covered, stage: "summarize", revision: 1),
    DispositionRange(PositionRange(14, 20), .kept, stage: nil, revision: 2),
  ]

  @Test func `ranges are stored by stage, disposition and revision, and read back in order`() throws {
    let json = StoredDispositions.json(of: ranges)
    #expect(
      json == #"[{"stage":null,"disposition":"kept","revision":2,"ranges":"1,14-20"},"#
        + #"{"stage":"summarize","disposition":"covered","revision":1,"ranges":"2-9,13"},"#
        + #"{"stage":"rolling_window","disposition":"dropped","revision":2,"ranges":"10-12"}]"#)
    #expect(try StoredDispositions.ranges(in: json, conversation: 1, revision: 2) == ranges)
    #expect(try StoredDispositions.ranges(in: "[]", conversation: 1, revision: 2).isEmpty)
  }

  @Test func `multiranges have the ranges of one disposition`() {
    #expect(PostgresMultirange(of: ranges, .kept).ranges == [1...1, 14...20])
    #expect(PostgresMultirange(of: ranges, .covered).ranges == [2...9, 13...13])
    #expect(PostgresMultirange(of: [], .kept).ranges.isEmpty)
  }

  @Test(arguments: [
    ("{", "found no JSON array"), ("{}", "found no JSON array"),
    (
      #"[{"disposition":"eaten","revision":1,"ranges":"1"}]"#, "found an object without disposition, revision or ranges"
    ),
    (#"[{"disposition":"kept","ranges":"1"}]"#, "found an object without disposition, revision or ranges"),
    (#"[{"disposition":"kept","revision":1,"ranges":"3-1"}]"#, "found the range '3-1'"),
    (#"[{"disposition":"kept","revision":1,"ranges":"1-x"}]"#, "found the range '1-x'"),
    (#"[{"disposition":"kept","revision":1,"ranges":"99999999999"}]"#, "found the range '99999999999'"),
  ])
  func `damage is told with its place`(json: String, what: String) {
    #expect(throws: DamagedRow(conversation: 5, what: "dispositions of revision 3: \(what)")) {
      try StoredDispositions.ranges(in: json, conversation: 5, revision: 3)
    }
  }
}

import FoundationEssentials
import Jobs
import Testing
import Transcripts

/// Against a table that Python's croniter made: Tests/Fixtures/cron/make_cron_table.py.
struct CronTableTests {
  @Test func `slots are those of croniter`() throws {
    let file = FilePath.package + "/Tests/Fixtures/cron/cron_table.json"
    let cases = try #require(try JSON(parsing: try String(contentsOfFile: file, encoding: .utf8)).array)
    #expect(cases.count > 500)
    var wrong: [String] = []
    for row in cases {
      let text = try #require(row["cron"]?.string)
      let zone = try #require(row["zone"]?.string.flatMap(NamedTimeZone.init))
      let expected = try #require(row["slots"]?.array).compactMap(\.int).map(Int64.init)
      let cron = try Cron(text)
      var slots: [Int64] = []
      var time = Int64(try #require(row["after"]?.int))
      for _ in expected {
        guard let slot = cron.next(after: time, in: zone) else { break }
        slots.append(slot)
        time = slot
      }
      if slots != expected { wrong.append("\(text) in \(zone): \(slots), expected \(expected)") }
    }
    #expect(wrong == [])
  }
}

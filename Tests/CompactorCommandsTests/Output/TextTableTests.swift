import Testing

@testable import CompactorCommands

@Suite struct TextTableTests {
  @Test func `cells are aligned, and no line ends in blanks`() {
    var table = TextTable([("name", .left), ("count", .right), ("note", .left)])
    table.add("a", "1", "")
    table.add("longer", "1,000,000", "ok")
    table.add("日本", "7", "été")
    #expect(
      table.text == """
        name        count  note
        ──────  ─────────  ────
        a               1
        longer  1,000,000  ok
        日本              7  été
        """)
  }

  @Test func `a table without rows has its headings`() {
    let table = TextTable([("a", .left), ("b", .right)])
    #expect(table.isEmpty)
    #expect(table.text == "a  b\n─  ─")
  }

  @Test(arguments: [
    (0.0, "0 s"), (0.2, "1 s"), (119, "119 s"), (120, "2 min"), (121, "3 min"), (7_199, "120 min"), (7_200, "2.0 h"),
    (12_600, "3.5 h"),
  ])
  func `durations are told in the unit that fits`(seconds: Double, text: String) {
    #expect(durationText(seconds) == text)
  }
}

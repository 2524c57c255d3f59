import Compaction
import Jobs
import TestSupport
import Testing
import Transcripts

@testable import CompactorCommands
@testable import Storage

/// The reports of commands that print little: for a person, and for a program.
@Suite struct ReportTests {
  @Test(arguments: [
    (0, 0, "nothing to undo: no revision was found that is not rolled back"),
    (1, 0, "rolled back 1 conversation; readers get the originals. Held until compactor release."),
    (
      2, 1,
      "rolled back 2 conversations; readers get an earlier revision of 1, else the originals. "
        + "Held until compactor release."
    ),
  ])
  func `a rollback says what readers get now`(conversations: Int, earlier: Int, text: String) throws {
    let report = RollbackReport(Rollback(conversations: conversations, showEarlier: earlier))
    #expect(report.text == text)
    #expect(
      try JSON(parsing: report.json)
        == ["rolled_back": .integer(conversations), "show_earlier": .integer(earlier), "shadows": 0])
  }

  @Test func `a rollback of shadows says that no reader had them`() {
    let text = RollbackReport(Rollback(conversations: 2, showEarlier: 0, shadows: 2)).text
    #expect(text.hasPrefix("rolled back 2 conversations, of which no reader has had the revision"))
    #expect(!RollbackReport(Rollback(conversations: 2, showEarlier: 0, shadows: 1)).text.contains("shadow"))
  }

  @Test func `the doctor counts faults, and a program gets every finding`() throws {
    var report = DoctorReport(findings: [.init(holds: true, what: "the server takes writes")])
    #expect(report.text == "Everything is in order.")
    report.findings.append(.init(holds: false, what: "1 conversation quarantined"))
    #expect(report.text == "1 fault.")
    #expect(report.findings.map(\.text) == ["  ok    the server takes writes", "  fault 1 conversation quarantined"])
    #expect(
      try JSON(parsing: report.json) == [
        "faults": 1,
        "findings": [
          ["holds": true, "what": "the server takes writes"], ["holds": false, "what": "1 conversation quarantined"],
        ],
      ])
  }

  @Test func `the doctor counts histories by dialect and by the rules that they break`() throws {
    var tally = HistoryTally()
    tally.add(7, sketch("U A"), nil)
    tally.add(8, sketch("U T(1) A{2} U A"), nil)
    var report = DoctorReport(findings: [])
    report.histories = HistoryTable(tally: tally, unreadable: [9])
    #expect(
      report.text == """
        histories: 2 conversations examined
          not readable: conversation number 9
        legal in            as they came  as they are read
        ──────────────────  ────────────  ────────────────
        openai                         1                 1
        anthropic                      1                 1
        gemini                         1                 1
        mistral                        1                 1
        strict-alternation             1                 1
        broken               conversations  times  as they are read  first, by number
        ───────────────────  ─────────────  ─────  ────────────────  ────────────────
        result_without_call              1      1                 1  8
        call_without_result              1      1                 1  8
        prompt_after_prompt              1      1                 1  8
        prompt_after_calls               1      1                 1  8
        dead_calls                       1      1                    8
        Everything is in order.
        """)
    let json = try JSON(parsing: report.json)["histories"]
    #expect(json?["legal"]?["gemini"] == ["as_they_came": 1, "as_they_are_read": 1])
    #expect(
      json?["broken"]?["dead_calls"] == [
        "conversations": 1, "times": 1, "as_they_are_read": .null, "examples": [8],
      ])
  }

  @Test func `mistakes in job files have their places`() throws {
    let (_, diagnostics) = Job.load(
      text: """
        job: bad
        compact_when: {any: [{turns: 9}]}
        stages:
          - rolling_windw: {turns: 3}
        """, file: "bad.yaml")
    let json = try JSON(
      parsing: ValidationReport(paths: ["bad.yaml"], unreadable: [], findings: diagnostics).json)
    #expect(json["errors"]?.int == diagnostics.count && json["warnings"] == 0)
    let finding = try #require(json["findings"]?[0])
    #expect(finding["severity"] == "error" && finding["file"] == "bad.yaml" && finding["nearest"] == "rolling_window")
    #expect(finding["line"] == 4 && finding["column"] == 5)
    let nothing = ValidationReport(paths: ["a"], unreadable: [], findings: [])
    #expect(try JSON(parsing: nothing.json) == ["errors": 0, "warnings": 0, "findings": []])
    #expect(!nothing.hasErrors && nothing.text == "a: no mistakes")
  }

  @Test func `a job file that cannot be read is a mistake beside those of the others`() throws {
    var report = ValidationReport(paths: ["a", "b", "c"], unreadable: [("b", "b: no such file")], findings: [])
    #expect(report.hasErrors && report.text == "3 files: 1 file not read; no mistakes in the others")
    let json = try JSON(parsing: report.json)
    #expect(json["errors"] == 1 && json["findings"]?[0]?["file"] == "b" && json["findings"]?[0]?["line"] == .null)
    report.paths = ["b"]
    #expect(report.text == "b: not read")
  }

  @Test func `every command that reads can print JSON`() {
    let reading = [
      "doctor", "import", "validate", "evaluate", "jobs", "move", "remove", "plan", "explain", "run", "backfill",
      "show", "audit",
      "status", "rollback", "count", "release", "pause", "resume", "cancel",
    ]
    #expect(CommandSpec.all.filter { $0.options.contains { $0.name == "json" } }.map(\.name) == reading)
  }
}

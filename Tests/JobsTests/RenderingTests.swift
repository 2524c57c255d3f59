import Jobs
import Testing

struct RenderingTests {
  private func rendered(_ text: String) -> [String] {
    Job.load(text: text, file: "jobs/a.yaml").diagnostics.map(\.rendered)
  }

  @Test func `a finding looks like a compiler's`() {
    #expect(
      rendered(plainJob(("compact_when", "compact_when: {any: [{tokns: 4k}]}"))) == [
        """
        jobs/a.yaml:2:23: error: `compact_when.any[1]` takes one condition: found `tokns`, \
        expected `entries`, `turns`, `tokens`, `tool_calls`, `share`, `age` or `idle`
        2 | compact_when: {any: [{tokns: 4k}]}
          |                       ^~~~~ did you mean `tokens`?
        """
      ])
  }

  @Test func `the caret stands under its place after tabs and numbers of two digits`() {
    let text = plainJob + "\nlimits:\t{concurrency:\t0}"
    #expect(
      rendered(text) == [
        """
        jobs/a.yaml:11:23: error: `limits.concurrency` is out of range: found `0`, \
        expected a whole number of conversations from 1 to 1,024
        11 | limits:\t{concurrency:\t0}
           |        \t             \t^
        """
      ])
  }

  @Test(arguments: [0, 40, 500, 2_000])
  func `a long line is shown around the place, the caret under it`(blanks: Int) throws {
    let line =
      "limits: {" + String(repeating: " ", count: blanks) + "concurrency: 0, stop_when_failing: 5%}"
      + String(repeating: " ", count: 300)
    let text = try #require(rendered(plainJob + "\n" + line).first)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.dropFirst(5) }
    #expect(lines.count == 3 && lines[1].count <= 100 && lines[2].count <= 100)
    let caret = try #require(lines[2].firstIndex(of: "^"))
    let place = lines[1].index(lines[1].startIndex, offsetBy: lines[2].distance(from: lines[2].startIndex, to: caret))
    #expect(lines[1][place] == "0", "\(text)")
    #expect(text.hasPrefix("jobs/a.yaml:11:\(23 + blanks): "), "the column is that of the file")
    #expect(lines[1].contains("concurrency: 0, stop") && lines[1].hasSuffix("…"))
    #expect(lines[1].hasPrefix("…") == (blanks > 0))
  }

  @Test func `findings are in the order of their places`() {
    let places = Job.load(text: "publish: x\nmodels: 3\njob: A\n", file: "a").diagnostics.map { ($0.line, $0.column) }
    #expect(places.count > 3)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `the tally counts by severity`() {
    let findings = Job.load(
      text: plainJob + "\n  spare: {url: 'http://h', name: n, price: {input: 0, output: 0}}\npublish: x", file: "a"
    ).diagnostics
    #expect(findings.tally == "1 error, 1 warning")
    #expect([Diagnostic]().tally == "no mistakes")
  }

  @Test func `a long value is cut and a text of several lines stands on one`() {
    let text = plainJob(("job", "job: \"\(String(repeating: "x y", count: 50))\\nz\""))
    let finding = Job.load(text: text, file: "a").diagnostics.first
    #expect(finding?.found?.count == 62)
    #expect(finding?.message.contains("\n") == false)
  }
}

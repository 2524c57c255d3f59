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

import Foundation
import Testing

@testable import Monitoring

@Suite struct StatusPageTests {
  private let now = Date(timeIntervalSince1970: 1_790_080_200)

  private func text(_ page: StatusPage?, isOld: Bool = false, readiness: Readiness = .ready) -> String {
    StatusPageDocument(page: page, isOld: isOld, readiness: readiness, now: now).html.text
  }

  private func page() -> StatusPage {
    StatusPage(
      version: "0.1.0", revision: "770b6f5aa11bb22cc33", worker: "w-1", startedAt: now - 7500,
      jobs: [
        .init(
          name: "support-chats", version: 3, nextRun: now + 3600, lastSuccess: now - 600, due: 1234,
          oldestDue: now - 90,
          spentToday: 400, setAside: 50, dailyLimit: 500),
        .init(name: "archive", version: 1), .init(name: "resting", version: 1, isPaused: true),
      ],
      runs: [
        .init(
          number: 7, job: "archive", kind: "backfill", state: "running", tone: .good, done: 500, total: 2000,
          startedAt: now - 60, spent: 1.5)
      ],
      outcomes: [
        .init(outcome: "compacted", count: 900, tone: .good), .init(outcome: "error", count: 1, tone: .bad),
        .init(outcome: "held", count: 0, tone: .neutral),
      ],
      tokensBefore: 1_000_000, tokensAfter: 250_000)
  }

  @Test(arguments: [
    "<p class=\"state good\">Ready</p>",
    "0.1.0 (770b6f5aa11b) · worker <code>w-1</code> · up 2 h 5 min",
    "<p class=\"name\">Due now</p><p class=\"value\">1,234</p><p class=\"quiet\">oldest 1 min ago</p>",
    "<p class=\"value\">750.0k</p><p class=\"quiet\">75% of those compacted</p>",
    "support-chats <span class=\"quiet\">v3</span>",
    ">10 min ago</time>",
    ">in 1 h</time>", "<td class=\"number\"><span class=\"quiet\">paused</span></td>",

    "$400.00 <span class=\"quiet\">and $50.00 set aside</span> <span class=\"quiet\">of $500.00</span><span class=\"bar\"><span class=\"warning\" style=\"width:90%\">",
    "<span class=\"quiet\">never</span>",
    "500 <span class=\"quiet\">of 2,000</span><span class=\"bar\"><span class=\"good\" style=\"width:25%\">",
    "<span class=\"dot bad\"></span>error</th>",
  ])
  func `the page shows what it is given`(piece: String) {
    #expect(text(page()).contains(piece))
  }

  @Test func `an outcome that did not happen takes no line`() {
    #expect(!text(page()).contains("held"))
  }

  @Test func `what is shown is escaped`() {
    var page = page()
    page.jobs[0].name = "<script>alert('1')</script>"
    page.worker = "\"&"
    let text = text(page, readiness: .notReady("<b>no</b>"))
    #expect(!text.contains("<script>") && !text.contains("<b>"))
    #expect(text.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"))
    #expect(text.contains("<code>&quot;&amp;</code>"))
    #expect(text.contains("&lt;b&gt;no&lt;/b&gt;"))
  }

  @Test func `nothing is fetched from elsewhere and nothing runs`() {
    let text = text(page())
    #expect(
      !text.contains("http://") && !text.contains("https://") && !text.contains("src=") && !text.contains("<script"))
  }

  @Test func `an empty program says what to do`() {
    let text = text(StatusPage(version: "0.1.0", worker: "w", startedAt: now))
    #expect(text.contains("<code>compactor apply JOB</code>"))
    #expect(text.contains("Nothing has run yet."))
  }

  @Test func `old values are marked as such`() {
    #expect(text(page(), isOld: true).contains("What follows was true a while ago."))
    #expect(!text(page()).contains("a while ago"))
  }

  @Test(
    arguments: [
      (0, "0"), (999, "999"), (1000, "1.0k"), (1049, "1.0k"), (999_949, "999.9k"), (999_950, "1.0M"),
      (12_345_678, "12.3M"), (-2_500, "-2.5k"),
    ] as [(Int64, String)])
  func `large numbers are shortened`(number: Int64, text: String) {
    #expect(Written.short(number) == text)
  }

  @Test(arguments: [
    (0.0, "0 s"), (59.9, "59 s"), (60, "1 min"), (3600, "1 h"), (12_060, "3 h 21 min"), (86_400, "1 d"),
    (180_000, "2 d 2 h"), (-5, "0 s"),
  ])
  func `spans have at most two units`(seconds: Double, text: String) {
    #expect(Written.span(seconds) == text)
  }

  @Test(arguments: [(1.0, "100%"), (0.0994, "9.9%"), (0.0996, "10%"), (0.0001, "<0.1%"), (0, "0.0%")])
  func `shares have a place below ten`(share: Double, text: String) {
    #expect(Written.percent(share) == text)
  }
}

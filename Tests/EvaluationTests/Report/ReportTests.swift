import Compaction
import Evaluation
import Testing
import Tokenization
import Transcripts

@Suite struct EvaluationReportTests {
  private func report(named name: String = "jobs/<b>.yaml") async throws -> EvaluationReport {
    let chats = try (0..<3).map { number in
      try conversation([
        ["role": "user", "content": .string("Find order \(4_000 + number) of Maria in src/app/main\(number).swift")],
        ["role": "assistant", "content": .string("The order \(4_000 + number) is under way.")],
        ["role": "user", "content": "Thanks"], ["role": "assistant", "content": "You are welcome."],
      ])
    }
    let made = try await measures(of: policy(.rollingWindow(RollingWindow(.turns(1)))), on: chats)
    return EvaluationReport(
      source: "some.jsonl", summaries: nil, tokenizer: tokenizer.name, settings: EvaluationSettings(),
      rows: [.init(name: name, stages: ["rolling_window"], measures: made)])
  }

  @Test func `a page escapes names, holds every figure and asks the network for nothing`() async throws {
    let report = try await report()
    let page = report.html
    #expect(page.contains("jobs/&lt;b&gt;.yaml"))
    #expect(!page.contains("<b>.yaml"))
    #expect(
      !page.contains("http://") && !page.contains("https://") && !page.contains("<script") && !page.contains("url("))
    for figure in report.figures { #expect(page.contains("\(figure.title)</th>")) }
    #expect(page == report.html)
  }

  @Test func `figures that nothing was measured for are left out of the page and null in JSON`() async throws {
    let report = try await report()
    #expect(!report.figures.contains { $0.key == "answers" })
    let json = try JSON(parsing: report.json.text)
    let measures = try #require(json["policies"]?.array?.first?["measures"])
    #expect(measures["answers"]?.isNull == true)
    #expect(measures["tokens"]?["share"]?.double ?? 1 < 1)
    #expect(measures["sizes"]?.array?.count == 3)
    #expect(json["policies"]?.array?.first?["baselines"]?["last_turns"]?["conversations"] == 3)
  }

  @Test(arguments: [
    (Share(0, of: 0), "–"), (Share(0, of: 7), "0 %"), (Share(7, of: 7), "100 %"), (Share(1, of: 3), "33.3 %"),
    (Share(1, of: 100_000), "< 0.1 %"), (Share(99_999, of: 100_000), "> 99.9 %"), (Share(1, of: 2), "50.0 %"),
  ])
  func `a share is never rounded to all or to nothing`(_ share: Share, _ text: String) {
    #expect(percent(share) == text)
  }
}

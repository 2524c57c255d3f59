import Glibc
import HTTPTransport
import PostgresClient
import TestSupport
import Testing
import Transcripts

/// `compactor serve` over HTTP.
@Suite struct EndpointTests {
  /// Starts it on a free port; gives its address once it says where it listens.
  static func serve(_ site: Installation, _ words: String...) async throws -> (tool: Tool, url: String) {
    let tool = try site.start(
      ["serve", "--port", "0", "--poll", "1", "--log-format", "json"] + words)
    var url = ""
    try await waitUntil("it serves") {
      try #require(tool.isRunning, Comment(rawValue: tool.errors))
      for line in tool.errors.split(separator: "\n") {
        let entry = try? JSON(parsing: Array(line.utf8))
        if let address = entry?["address"]?.string { url = "http://\(address)" }
      }
      return !url.isEmpty
    }
    return (tool, url)
  }

  @Test func `it is alive with or without a database, and ready only with one`() async throws {
    try await Installation.with(ownServer: true) { site in
      let (tool, url) = try await Self.serve(site)
      #expect(try await HTTP.get(url + "/livez").status == 200)
      try await waitUntil("it is ready") { try await HTTP.get(url + "/readyz").status == 200 }
      #expect(try await HTTP.get(url + "/").body.contains("compactor"))
      #expect(try await HTTP.get(url + "/nothing").status == 404)

      try await site.database.stop()
      try await waitUntil("it is no longer ready") { try await HTTP.get(url + "/readyz").status == 503 }
      #expect(try await HTTP.get(url + "/livez").status == 200)
      #expect(try await HTTP.get(url + "/metrics").status == 200)
      #expect(tool.isRunning, "it waits for its database")
      tool.send(SIGTERM)
      #expect(await tool.wait().status == 0)
    }
  }

  @Test func `what it did stands in its metrics, in both text formats`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a", "b", "c"], turns: 12), to: "chats.jsonl"))
      try await site.model()
      try await site.done("apply", try site.write(JobFile.summarizing(price: "{input: 3, output: 15}"), to: "job.yaml"))
      let (tool, url) = try await Self.serve(site)
      try await waitUntil("it has done its work") { try await site.isIdle() }
      try await waitUntil("the run has ended") {
        try await HTTP.get(url + "/metrics").body.contains(
          #"transcript_compactor_runs_total{job_name="summaries",ending="finished"} 1"#)
      }

      let plain = try await HTTP.get(url + "/metrics")
      #expect(plain.type == "text/plain; version=0.0.4; charset=utf-8")
      #expect(plain.body.contains(#"transcript_compactor_outcomes_total{job_name="summaries",outcome="compacted"} 3"#))
      var headers = HTTPHeaders()
      headers.append("Accept", "application/openmetrics-text; version=1.0.0")
      let open = try await HTTP.get(url + "/metrics", headers: headers)
      #expect(open.type == "application/openmetrics-text; version=1.0.0; charset=utf-8")
      #expect(open.body.hasSuffix("# EOF\n"))
      if Promtool.isInstalled {
        let verdict = try Promtool.run(["check", "metrics"], input: plain.body)
        #expect(verdict.status == 0, "\(verdict.output)")
      }
      let page = try await HTTP.get(url + "/")
      #expect(page.status == 200 && page.body.contains("summaries"))
      tool.send(SIGTERM)
      #expect(await tool.wait().status == 0)
      #expect(tool.errors.split(separator: "\n").allSatisfy { (try? JSON(parsing: Array($0.utf8)))?.object != nil })
    }
  }
}

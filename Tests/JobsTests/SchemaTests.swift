import Foundation
import Jobs
import Testing
import Transcripts

/// The JSON Schema, judged by Python's `jsonschema` over texts read by PyYAML.
@Suite(.enabled(if: Judge.isInstalled, "needs python3 with jsonschema and yaml"))
struct SchemaTests {
  @Test func `the schema accepts what loads`() throws {
    let examples = try ExampleJobsTests.names.map {
      try String(contentsOfFile: "\(ExampleJobsTests.folder)/\($0).yaml", encoding: .utf8)
    }
    let forms = [
      plainJob, plainJob + "\nlimits:\n",
      plainJob + "\nselect: {tenants: {only: [1, a]}, metadata: {a: 1, b: true, c: x}}",
      plainJob + "\nlimits: {tokens_per_minute: 1.5M, spend: {run: 0.5 USD}, stop_when_failing: 2.5%}",
      plainJob + "\nschedule: {cron: '@daily', time_zone: UTC}", plainJob + "\nprotect: {tools: [a], last_turns: 0}",
      JobsTests.plainJob(("    price", "    price: {input: 1, output: 2.5 USD}\n    headers: {X-A: 1, X-B: {env: B}}")),
      JobsTests.plainJob(
        ("    price", "    price: {input: 1, output: '2'}\n    api_key: {file: /run/key}\n    temperature: 1")),
      JobsTests.plainJob(("  - summarize", "  - drop_completed_tool_calls:\n  - rolling_window: {tokens: 1k}")),
    ]
    let texts = examples + forms
    for text in texts { #expect(Job.load(text: text, file: "job.yaml").job != nil, "\(findings(text))") }
    for (text, verdict) in zip(texts, try Judge.verdicts(texts)) { #expect(verdict == nil, "\(text)") }
  }

  @Test func `the schema refuses what editors can show at once`() throws {
    let texts = [
      plainJob("job", with: "job: A B"), plainJob("job", with: ""), plainJob + "\nsource: other",
      plainJob + "\nlimts: {}",
      plainJob + "\nlimits: {concurrency: 0}", plainJob + "\nlimits: {concurrency: 4K}",
      plainJob + "\nlimits: {spend: {run: 200}}", plainJob + "\nlimits: {stop_when_failing: 0.05}",
      plainJob + "\npublish: lve", plainJob + "\nprotect: {first_prompt: 'yes'}",
      plainJob + "\nprotect: {last_turns: -1}",
      plainJob + "\nselect: {tenants: {only: []}}", plainJob + "\nselect: {tenants: {only: [a], except: [b]}}",
      plainJob("target", with: "target: {}"), plainJob("compact_when", with: "compact_when: {idle_for: 1m}"),
      plainJob("compact_when", with: "compact_when: {any: [{tokens: 1}], idle_for: 15}"),
      plainJob("compact_when", with: "compact_when: {any: [{tokens: 1}], all: [{turns: 1}]}"),
      plainJob("compact_when", with: "compact_when: {any: [{tokens: 1, turns: 2}]}"),
      plainJob("  - summarize", with: "  - sumarize: {}"),
      plainJob("  - summarize", with: "  - summarize: {model: small}"),
      plainJob("  - summarize", with: "  - drop_completed_tool_calls: {only: [a], except: [b]}"),
      plainJob("    price", with: "    price: {input: 1, output: 1}\n    api_key: abc"),
      plainJob("    price", with: "    price: {input: 1}"), plainJob("    url", with: "    url: ftp://x"),
    ]
    for (text, verdict) in zip(texts, try Judge.verdicts(texts)) {
      #expect(verdict != nil, "\(text)")
      #expect(Job.load(text: text, file: "job.yaml").job == nil, "\(text)")
    }
  }
}

private func plainJob(_ beginning: String, with line: String) -> String { JobsTests.plainJob((beginning, line)) }

private enum Judge {
  static let script = FilePath.package + "/Tests/Fixtures/jobs/check_schema.py"

  static var isInstalled: Bool { (try? run([]).status) == 0 }

  static func verdicts(_ texts: [String]) throws -> [String?] {
    let (status, output) = try run(texts)
    #expect(status == 0)
    let verdicts = try #require(try JSON(parsing: output).array)
    try #require(verdicts.count == texts.count)
    return verdicts.map(\.string)
  }

  private static func run(_ texts: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script, FilePath.package + "/jobs/job.schema.json"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(JSON.array(texts.map { .string($0) }).utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}

import Compaction
import Foundation
import PlanProperties
import PostgresClient
import TestSupport
import Testing
import TranscriptFormats
import Transcripts

/// What is rendered of generated and compacted histories, judged by the message types of providers' packages, a validator
/// and published chat templates: `scripts/install-judges` installs them.
@Suite(.enabled(if: Judges.areThere, "scripts/install-judges has not been run"))
struct JudgeTests {
  private struct Case {
    var seed: Int
    var dialect: Dialect
    var verdict: Verdict
    var history: String
  }

  @Test func `what a verdict calls legal in a dialect, nobody outside objects to`() async throws {
    let session = try await Session.shared
    var cases: [Case] = []
    for seed in 300_000..<300_240 { cases += try await self.cases(seed, session) }
    let objections = try Judges.judge(cases.map { ($0.dialect, $0.history) })
    try #require(objections.count == cases.count)
    var objected: [Dialect: Int] = [:]
    var legal: [Dialect: Int] = [:]
    for (index, item) in cases.enumerated() {
      if item.verdict.isLegal(in: item.dialect) {
        legal[item.dialect, default: 0] += 1
        #expect(
          objections[index] == [], "seed \(item.seed), \(item.dialect.rawValue): \(item.history)")
      } else if !objections[index].isEmpty {
        objected[item.dialect, default: 0] += 1
      }
    }
    for dialect in Dialect.allCases { #expect(legal[dialect] ?? 0 > 100, "\(dialect): \(legal)") }
    // Those that judge the order of messages do find what is wrong with it.
    for dialect in [Dialect.mistral, .strictAlternation] { #expect(objected[dialect] ?? 0 > 20, "\(objected)") }
  }

  /// One conversation as it came, and as a plan leaves it, in every dialect.
  private func cases(_ seed: Int, _ session: Session) async throws -> [Case] {
    var generator = TranscriptGenerator(seed: seed)
    let messages = generator.transcript().chatMessages
    guard !messages.isEmpty else { return [] }
    let key = Session.newKey()
    try await session.append(key, JSON.array(messages).text)
    let snapshot = try Self.snapshot(messages)
    var cases = try await rendered(key, seed, Verdict(of: snapshot), session)

    var policies = PolicyGenerator(seed: seed)
    var policy = policies.policy()
    policy.trigger = Trigger(.any, [])
    policy.stages.removeAll { ["clear_tool_results", "clear_tool_arguments", "drop_attachments"].contains($0.name) }
    var planner = Planner()
    var random = SeededGenerator(seed: seed)
    let input = PlanningInput(snapshot: snapshot, previous: nil, policy: policy, now: 0, lastAppend: 0, revision: 1)
    guard let overlay = planner.compact(input, &random).overlay else { return cases }
    let kept = overlay.ranges(.kept).map { "[\($0.first),\($0.last)]" }.joined(separator: ",")
    try await session.run(
      StoredRevision(
        key: key, kept: "{\(kept)}", coversThrough: overlay.coversThrough,
        summary: overlay.summary.map { ($0.before, "S") }
      ).insert)
    cases += try await rendered(key, seed, Verdict(of: snapshot, under: overlay), session)
    return cases
  }

  private func rendered(_ key: String, _ seed: Int, _ verdict: Verdict, _ session: Session) async throws -> [Case] {
    var cases: [Case] = []
    for dialect in Dialect.allCases {
      let history = try await session.messages(key, #"{"dialect":"\#(dialect.rawValue)"}"#)
      cases.append(Case(seed: seed, dialect: dialect, verdict: verdict, history: try #require(history)))
    }
    return cases
  }

  private static func snapshot(_ messages: [JSON]) throws -> Snapshot {
    var builder = SnapshotBuilder(tokenizer: "test")
    for (ordinal, message) in messages.enumerated() {
      for entry in OpenAIChat.entries(of: try RawJSON(message.text)) {
        builder.append(
          EntryHeader(
            position: Int32(builder.snapshot.headers.count + 1), message: Int32(ordinal + 1), kind: entry.kind,
            flags: EntryFlags(rawValue: entry.traits.rawValue), tokens: Int32(10 + ordinal % 50), bytes: 40),
          calls: entry.calls.map { (id: $0.id, tool: $0.tool) })
      }
    }
    return builder.snapshot
  }
}

/// The environment that `scripts/install-judges` makes.
enum Judges {
  static let package = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path()
  static let python = package + "/.build/judges/python/bin/python"

  static var areThere: Bool { FileManager.default.isExecutableFile(atPath: python) }

  /// What each history is objected to with.
  static func judge(_ histories: [(dialect: Dialect, history: String)]) throws -> [[String]] {
    let lines = histories.map { #"{"dialect":"\#($0.dialect.rawValue)","history":\#($0.history)}"# }
    let file = FileManager.default.temporaryDirectory.appending(path: "judged-\(UInt64.random(in: 0 ... .max)).jsonl")
    try Data(lines.map { $0.replacing("\n", with: " ") + "\n" }.joined().utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = [package + "/scripts/judges/judge.py"]
    process.standardInput = try FileHandle(forReadingFrom: file)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try String(decoding: data, as: UTF8.self).split(separator: "\n").map { line in
      try JSON(parsing: String(line))["objections"]?.array?.compactMap(\.string) ?? []
    }
  }
}

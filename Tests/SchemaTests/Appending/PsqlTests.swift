import Foundation
import TestSupport
import Testing

/// The same from `psql`, as an application in any language would: eight processes that all send everything.
@Suite(.migratedDatabase)
struct PsqlTests {
  @Test func `eight psql processes that retry everything store it once`() async throws {
    let script = (1...20).map { number in
      """
      SELECT first_position FROM compactor.append('c\(number % 3)', '[{"role":"user","content":"\(number) é"}]',
        '{"idempotency_key":"\(number)"}');
      """
    }.joined(separator: "\n")
    let answers = try await withThrowingTaskGroup { group in
      for _ in 0..<8 { group.addTask { try await Psql.run(script) } }
      return try await group.reduce(into: [String]()) { $0.append($1) }
    }
    #expect(answers.count == 8 && Set(answers).count == 1)
    #expect(answers[0].split(separator: "\n").count == 20)
    #expect(
      try await Psql.run("SELECT count(*), count(DISTINCT original ->> 'content') FROM compactor.entries") == "20|20\n")
    #expect(
      try await Psql.run("SELECT compactor.append('d', '[{\"role\":\"user\",\"content\":\"hi\"}]')") == "(1,1,1,0,f)\n")
    #expect(
      try await Psql.run("SELECT compactor.messages('d')") == "[{\"role\":\"user\",\"content\":\"hi\"}]\n")
  }
}

/// Debian's client, on the test's database.
enum Psql {
  /// Runs a script, and returns what is printed without headings.
  static func run(_ script: String) async throws -> String {
    let database = ScratchDatabase.current!
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "psql", "\(database.server.connectionString) dbname=\(database.name)", "-XqAt", "-v", "ON_ERROR_STOP=1",
    ]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try process.run()
            try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
            try input.fileHandleForWriting.close()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return String(decoding: data, as: UTF8.self)
          })
      }
    }
  }
}

import Foundation
import Telemetry
import TestSupport
import Testing

@testable import Monitoring

@Suite struct MetricsFileTests {
  private let families = Metrics(version: "1.0", startTime: 5).snapshot()

  @Test func `the file holds the page, is readable for others, and nothing is left beside it`() throws {
    try withTemporaryDirectory { directory in
      let file = directory.appending(path: "compactor.prom")
      try Data("old and longer than it should be".utf8).write(to: file)
      try MetricsFile.write(families, to: file.path())
      #expect(try String(contentsOf: file, encoding: .utf8) == Exposition.prometheusText.render(families))
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path()) == ["compactor.prom"])
      let mode = try FileManager.default.attributesOfItem(atPath: file.path())[.posixPermissions] as? Int
      #expect(mode.map { $0 & 0o444 } == 0o444)
    }
  }

  @Test func `a reader that opened the old file keeps the old content`() throws {
    try withTemporaryDirectory { directory in
      let file = directory.appending(path: "compactor.prom")
      try Data("old".utf8).write(to: file)
      let reader = try FileHandle(forReadingFrom: file)
      try MetricsFile.write(families, to: file.path())
      #expect(try reader.readToEnd() == Data("old".utf8))
    }
  }

  @Test func `a failure names the file and the reason`() throws {
    try withTemporaryDirectory { directory in
      let path = directory.appending(path: "missing/compactor.prom").path()
      let error = try #require(throws: MetricsFile.Failure.self) { try MetricsFile.write(families, to: path) }
      #expect(
        error.description
          == "cannot write metrics to \(path).\(ProcessInfo.processInfo.processIdentifier).part: No such file or directory"
      )
    }
  }
}

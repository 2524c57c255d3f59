// Foundation for `Process` and `Pipe`.
import Foundation

/// A run of `Tests/Support/http_server.py`, ended by closing its standard input.
final class TestServer: Sendable {
  let port: Int
  private let process: Process
  private let input: Pipe

  /// One for all tests that need no fresh one.
  static let shared = TestServer()

  init(arguments: [String] = []) {
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Support/http_server.py")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-u", script.path] + arguments
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    do {
      try process.run()
    } catch {
      fatalError("the test server did not start: \(error)")
    }
    var line = ""
    while !line.hasSuffix("\n") {
      guard let byte = try? output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty else {
        fatalError("the test server ended before it had a port")
      }
      line += String(decoding: byte, as: UTF8.self)
    }
    port = Int(line.dropFirst("PORT ".count).dropLast())!
    self.process = process
    self.input = input
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}

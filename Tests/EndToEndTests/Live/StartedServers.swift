import Foundation
import Glibc
import TestSupport
import Testing

/// Servers of a test's own, for it to kill.
struct StartedServers: Sendable {
  private let folder: URL
  private let environment: [Substring: Substring]

  /// Starts servers, runs the body and stops what is left of them.
  ///
  /// - Parameter names: as `scripts/live-servers start` takes them.
  static func with(_ names: String..., body: (StartedServers) async throws -> Void) async throws {
    let folder = try Installation.makeFolder()
    let script = "'\(packageRoot().appending(path: "scripts/live-servers").path)'"
    func stop() async throws {
      _ = try await runCommand("\(script) stop '\(folder.path)'")
      try FileManager.default.removeItem(at: folder)
    }
    do {
      let output = try await runCommand(
        "\(script) start '\(folder.path)' \(names.joined(separator: " ")) "
          + "--while \(ProcessInfo.processInfo.processIdentifier)")
      let pairs = output.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }.filter { $0.count == 2 }
      let environment = Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
      try await body(StartedServers(folder: folder, environment: environment))
    } catch {
      try await stop()
      throw error
    }
    try await stop()
  }

  func url(_ server: LiveServer) throws -> String {
    String(try #require(environment["COMPACTOR_LIVE_\(server.rawValue)"]))
  }

  func key(_ server: LiveServer) throws -> String {
    String(try #require(environment["COMPACTOR_LIVE_\(server.rawValue)_KEY"]))
  }

  /// Ends one of them as a crash would.
  func kill(_ server: LiveServer) {
    let file = folder.appending(path: server.testDescription + ".pid")
    let identifier = (try? String(contentsOf: file, encoding: .utf8)).flatMap { pid_t($0.dropLast()) }
    #expect(identifier.map { Glibc.kill($0, SIGKILL) } == 0)
  }
}

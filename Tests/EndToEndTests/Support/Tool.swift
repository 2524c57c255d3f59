// `Foundation` for `Process`, which FoundationEssentials has not.
import Foundation
import Glibc

/// A program of this package under way, its output going to files.
final class Tool: Sendable {
  struct Ending: Sendable {
    /// The exit status, or minus the number of the signal that ended it.
    var status: Int32
    var output: String
    var errors: String
  }

  /// The folder of the test executable, where the programs lie, too.
  static let folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()

  let name: String
  private let process: Process
  private let outputFile: URL
  private let errorFile: URL
  private let ended: AsyncStream<Void>

  /// Starts it.
  ///
  /// - Parameters:
  ///   - environment: all that it sees besides `PATH` and `HOME`.
  ///   - folder: where its output is kept.
  init(_ name: String, _ words: [String], environment: [String: String], in folder: URL) throws {
    self.name = ([name] + words).joined(separator: " ")
    let process = Process()
    process.executableURL = Tool.folder.appending(path: name)
    process.arguments = words
    let inherited = ProcessInfo.processInfo.environment.filter {
      ["PATH", "HOME", "TSAN_OPTIONS", "LD_PRELOAD"].contains($0.key)
    }
    process.environment = inherited.merging(environment) { $1 }
    let stem = "\(name)-\(UUID().uuidString)"
    outputFile = folder.appending(path: stem + ".out")
    errorFile = folder.appending(path: stem + ".err")
    for file in [outputFile, errorFile] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    process.standardInput = FileHandle.nullDevice
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in continuation.finish() }
    ended = stream
    try process.run()
    self.process = process
  }

  deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

  var isRunning: Bool { process.isRunning }
  /// What it has printed so far.
  var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
  var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for its end. Nothing waits for ever: after two minutes, or the time given, it is killed.
  func wait(upTo limit: Duration = .seconds(120)) async -> Ending {
    let identifier = process.processIdentifier
    let watch = Task {
      try await Task.sleep(for: limit)
      kill(identifier, SIGKILL)
    }
    for await _ in ended {}
    watch.cancel()
    let status = process.terminationStatus
    return Ending(
      status: process.terminationReason == .uncaughtSignal ? -status : status, output: output, errors: errors)
  }
}

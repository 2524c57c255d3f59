// `Foundation` for `Process`, which FoundationEssentials has not.
import Foundation

/// Prometheus's own checker, from Debian's package `prometheus`.
enum Promtool {
  static let path = ["/usr/bin/promtool", "/usr/local/bin/promtool"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Runs it on an input and returns its exit status with everything that it printed.
  static func run(_ arguments: [String], input: String = "") throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: path!)
    process.arguments = arguments
    let (incoming, outgoing) = (Pipe(), Pipe())
    process.standardInput = incoming
    process.standardOutput = outgoing
    process.standardError = outgoing
    try process.run()
    try incoming.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try incoming.fileHandleForWriting.close()
    let output = String(decoding: outgoing.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}

/// Runs a body with a directory that is gone afterwards.
func withTemporaryDirectory<Value>(_ body: (URL) throws -> Value) throws -> Value {
  let directory = FileManager.default.temporaryDirectory.appending(path: "telemetry-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  return try body(directory)
}

// `Foundation` for `Process`, which FoundationEssentials has not.
import Foundation

/// Prometheus's own checker, from Debian's package `prometheus`.
public enum Promtool {
  private static let path = ["/usr/bin/promtool", "/usr/local/bin/promtool"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  public static var isInstalled: Bool { path != nil }

  /// Runs it on an input and returns its exit status with everything that it printed.
  public static func run(_ arguments: [String], input: String = "") throws -> (status: Int32, output: String) {
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

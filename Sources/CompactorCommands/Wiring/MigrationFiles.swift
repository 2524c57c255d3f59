import Foundation
import Storage

/// The files of `migrations/`. `Foundation` for directory listings.
enum MigrationFiles {
  /// Where they are looked for when no option says so: the working directory, then beside the installed program.
  static func directory(_ invocation: Invocation) throws(UsageError) -> String {
    if let path = invocation.value("migrations") { return path }
    // Not by the first argument, which is a bare name for a program found by PATH.
    let file =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    let program = URL(fileURLWithPath: file).resolvingSymlinksInPath().deletingLastPathComponent()
    let installed = program.appendingPathComponent("../share/transcript-compactor/migrations").standardized.path
    for path in ["migrations", installed] where FileManager.default.fileExists(atPath: path) { return path }
    throw UsageError("found no migrations in ./migrations or \(installed): name the folder with --migrations")
  }

  /// The files of a folder in the order of their numbers.
  static func load(_ directory: String) throws -> [Migration] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: directory)
    } catch {
      throw UsageError("\(directory): found no folder that can be read, expected one with migrations")
    }
    return try names.filter { $0.hasSuffix(".sql") }.sorted().map { name in
      let text = try String(contentsOf: URL(fileURLWithPath: directory).appendingPathComponent(name), encoding: .utf8)
      return try Migration(fileName: name, sql: text)
    }
  }
}

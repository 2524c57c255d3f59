import Foundation
import Jobs

/// Reads job files from disk. `Foundation` for the text of file errors.
enum JobFiles {
  /// The job of a file, with what was found on the way; throws when the file cannot be read.
  static func load(_ path: String) throws(UsageError) -> (job: Job?, diagnostics: [Diagnostic]) {
    Job.load(text: try text(of: path), file: path)
  }

  /// The job of a file without a mistake; warnings are printed, mistakes thrown.
  static func valid(_ path: String, _ console: Console) throws -> Job {
    let (job, diagnostics) = try load(path)
    guard let job else { throw InvalidJobFile(path: path, findings: diagnostics) }
    for diagnostic in diagnostics { console.errors(diagnostic.rendered) }
    return job
  }

  private static func text(of path: String) throws(UsageError) -> String {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw UsageError("\(path): \((error as NSError).localizedFailureReason ?? "the file cannot be read")")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw UsageError("\(path): found bytes that are not UTF-8, expected a job file in UTF-8")
    }
    return text
  }
}

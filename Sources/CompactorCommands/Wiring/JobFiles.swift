import Foundation
import Jobs

/// Reads job files from disk. `Foundation` for the text of file errors.
enum JobFiles {
  /// The job of a file, with what was found on the way; throws when the file cannot be read.
  static func load(_ path: String) throws(UsageError) -> (job: Job?, diagnostics: [Diagnostic]) {
    Job.load(text: try text(of: path), file: path)
  }

  /// The job of a file without a mistake; what is wrong with it is printed and thrown.
  static func valid(_ path: String, _ console: Console) throws(UsageError) -> Job {
    let (job, diagnostics) = try load(path)
    for diagnostic in diagnostics { console.errors(diagnostic.rendered) }
    guard let job else { throw UsageError("\(path): \(diagnostics.tally)") }
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

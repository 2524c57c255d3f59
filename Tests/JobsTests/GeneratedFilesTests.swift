import FoundationEssentials
import Jobs
import Testing

/// `COMPACTOR_REGENERATE=1` writes the files anew.
struct GeneratedFilesTests {
  static let files: [(path: String, text: String)] = [
    ("jobs/job.schema.json", JobSchema.text), ("docs/job-reference.md", JobReference.markdown),
  ]

  @Test(arguments: [0, 1])
  func `a committed file is what the settings' description gives`(index: Int) throws {
    let (path, text) = Self.files[index]
    let file = FilePath.package + "/" + path
    if ProcessInfo.processInfo.environment["COMPACTOR_REGENERATE"] == "1" {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
    }
    let committed = try String(contentsOfFile: file, encoding: .utf8)
    #expect(committed == text, "\(path) is out of date: run with COMPACTOR_REGENERATE=1")
  }

  @Test func `every job in the reference loads`() {
    let blocks = JobReference.markdown.split(separator: "```yaml\n").dropFirst()
      .compactMap { $0.split(separator: "```").first }.filter { $0.contains("job:") }
    #expect(!blocks.isEmpty)
    for block in blocks {
      #expect(Job.load(text: String(block), file: "docs/job-reference.md").diagnostics == [])
    }
  }
}

import FoundationEssentials
import Jobs
import Testing

struct ExampleJobsTests {
  static let folder = FilePath.package + "/jobs"
  static let names = [
    "support-chats", "agents-evict-tools", "coding-agents", "rolling-window", "window-tokens", "offline-demo",
    "nightly-archive", "service-agents-digest", "coding-agents-digest", "mend-and-trim",
  ]

  @Test(arguments: names)
  func `an example is without mistakes`(name: String) throws {
    let file = "\(Self.folder)/\(name).yaml"
    let (job, diagnostics) = Job.load(text: try String(contentsOfFile: file, encoding: .utf8), file: file)
    #expect(diagnostics.map(\.rendered) == [])
    #expect(job?.name == name)
  }

  @Test func `the list above names every example`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".yaml") }
    #expect(files.sorted() == Self.names.map { $0 + ".yaml" }.sorted())
  }
}

enum FilePath {
  /// The folder of Package.swift.
  static let package = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
}

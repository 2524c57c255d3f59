import FoundationEssentials
import Jobs
import Testing

struct DamagedFileTests {
  @Test(arguments: ExampleJobsTests.names)
  func `a damaged file gives findings in it, and no job when one is an error`(name: String) throws {
    let whole = Array(
      try String(contentsOfFile: "\(ExampleJobsTests.folder)/\(name).yaml", encoding: .utf8).unicodeScalars)
    var random = SplitMix(state: 11)
    for _ in 0..<60 {
      var scalars = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<scalars.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: scalars.remove(at: place)
        case 1:
          scalars.insert(
            "{}[]:,#&*!|>'\"%@`-? \n\té\u{0}\u{1F600}".unicodeScalars.randomElement(using: &random)!, at: place)
        case 2: scalars.swapAt(place, Int.random(in: 0..<scalars.count, using: &random))
        default: scalars.removeSubrange(place..<min(scalars.count, place + 30))
        }
      }
      let text = String(String.UnicodeScalarView(scalars))
      let (job, diagnostics) = Job.load(text: text, file: "job.yaml")
      #expect((job == nil) == diagnostics.contains { $0.severity == .error }, "\(text)")
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for finding in diagnostics {
        #expect((1...lines.count + 1).contains(finding.line), "\(finding.rendered)\n\(text)")
        let width = finding.line <= lines.count ? lines[finding.line - 1].unicodeScalars.count : 0
        #expect((1...width + 1).contains(finding.column), "\(finding.rendered)\n\(text)")
        #expect(finding.rendered.split(separator: "\n").count <= 3, "\(finding.rendered)")
      }
    }
  }
}

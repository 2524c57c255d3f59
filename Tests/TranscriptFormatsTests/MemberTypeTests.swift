import Testing
import TranscriptFormats
import Transcripts

struct MemberTypeTests {
  @Test(arguments: [
    (#""metadata": [1]"#, "array as `metadata`, expected an object"),
    (#""metadata": "x""#, "string as `metadata`, expected an object"),
    (#""tenant": 5"#, "number as `tenant`, expected a string"),
    (#""tenant": {}"#, "object as `tenant`, expected a string"),
  ])
  func `a member of the wrong type is reported at its place, and takes no other conversation with it`(
    member: String, message: String
  ) throws {
    let good = #"{"id":"a","messages":[]}"#
    let line = #" {"id":"b", "# + member + #","messages":[]}"#
    let file = try ImportedFile([good, line, good].joined(separator: "\n"), format: .openai)
    #expect(file.conversations.count == 2)
    let broken = try #require(file.broken.first)
    #expect(broken.description.hasSuffix("found \(message)"), "\(broken)")
    let value = try #require(line.firstRange(of: ": ")?.upperBound)
    #expect(broken.place.line == 2)
    #expect(broken.place.offset == good.utf8.count + 1 + line.utf8.distance(from: line.startIndex, to: value))
  }

  @Test func `what is null is absent`() throws {
    let file = try ImportedFile(#"{"id":"a","metadata":null,"tenant":null,"messages":[]}"#, format: .openai)
    #expect(file.broken.isEmpty && file.conversations.first?.tenant == nil)
    #expect(file.conversations.first?.metadata == [:])
  }
}

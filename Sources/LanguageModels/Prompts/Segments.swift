package import Transcripts

extension [Transcript.Segment] {
  /// The text of the text segments, joined by line breaks.
  var text: String {
    compactMap { segment in
      if case .text(let text) = segment { text.text } else { nil }
    }.joined(separator: "\n")
  }

  /// These segments with ids that follow from the entry's: the same content under the same entry is the same JSON.
  package func numbered(under entryID: String) -> [Transcript.Segment] {
    numbered { "\(entryID).\($0)" }
  }

  fileprivate func numbered(_ id: (Int) -> String) -> [Transcript.Segment] {
    enumerated().map { index, segment in
      var json = segment.json
      json.set("id", to: .string(id(index + 1)))
      return Transcript.Segment(json: json)
    }
  }
}

extension Sequence<[Transcript.Segment]> {
  /// One list of segments. Where one part ends with text and the next begins with text, the two become one segment
  /// with the separator between them; segments within a part stay as they are.
  func joined(by separator: String) -> [Transcript.Segment] {
    var joined: [Transcript.Segment] = []
    for part in self {
      var rest = part[...]
      if let first = rest.first?.plainText, let last = joined.last?.plainText {
        joined[joined.count - 1] = .text(id: "", last + separator + first)
        rest.removeFirst()
      }
      joined += rest
    }
    return joined.numbered { String($0) }
  }
}

extension Transcript.Segment {
  /// The text of a segment that holds nothing besides.
  fileprivate var plainText: String? {
    guard case .text(let segment) = self, segment.json.object?.count == 3 else { return nil }
    return segment.text
  }
}

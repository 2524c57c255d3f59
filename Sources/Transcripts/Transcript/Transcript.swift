/// A transcript in the shape of Apple's FoundationModels, versions 1 and "1.1" of its JSON.
///
/// Every part is a view of the JSON that it was read from: keys that are not known here, their order and the digits of
/// numbers survive reading and writing.
public struct Transcript: Sendable, Hashable {
  /// The transcript as it is written, with its envelope.
  public private(set) var json: JSON
  /// The entries, in their order. Changing them changes the JSON.
  public var entries: [Entry] { didSet { store() } }

  /// A transcript of version 1.
  public init(entries: [Entry] = []) {
    json = ["type": "FoundationModels.Transcript", "version": 1, "transcript": ["entries": []]]
    self.entries = entries
    store()
  }

  /// Fails with a ``FormatError`` where the JSON is no transcript.
  public init(json: JSON) throws(FormatError) {
    guard let elements = json["transcript"]?["entries"]?.array else {
      throw FormatError(path: "transcript.entries", expected: "an array")
    }
    var entries: [Entry] = []
    for (index, element) in elements.enumerated() {
      guard let entry = Entry(json: element) else {
        let roles = EntryRole.allCases.map(\.rawValue).joined(separator: ", ")
        throw FormatError(path: "transcript.entries[\(index)].role", expected: "one of \(roles)")
      }
      entries.append(entry)
    }
    self.json = json
    self.entries = entries
  }

  private mutating func store() {
    var transcript = json["transcript"] ?? [:]
    transcript.set("entries", to: .array(entries.map(\.json)))
    json.set("transcript", to: transcript)
  }

  /// Where a JSON value is no transcript, and what should stand there.
  public struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where in the JSON, such as `transcript.entries[3]`.
    public var path: String
    /// What should stand there.
    public var expected: String

    public var description: String { "\(path): expected \(expected)" }
  }
}

/// The roles of entries in Apple's JSON. `response` is also that of tool calls.
enum EntryRole: String, CaseIterable {
  case instructions, user, response, tool, reasoning
}

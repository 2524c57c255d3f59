import Transcripts

/// A transcript as Apple's FoundationModels encodes it. Each of its entries is a message of its own.
///
/// The envelope is the document with `[]` for the entries.
struct AppleDocument {
  private let raw: RawJSON
  private let entries: RawJSON
  private let replacements: Int
  private let place: ImportPlace

  init(_ record: consuming Record) throws(ImportDiagnostic) {
    place = record.place
    (raw, replacements) = try record.json()
    guard let entries = raw["transcript"]?["entries"], entries.kind == .array else {
      throw ImportDiagnostic(
        place: place, found: raw.kind == .object ? "an object without `transcript.entries`" : "\(raw.kind)",
        expected: "a transcript with an array of entries")
    }
    self.entries = entries
  }

  var draft: ConversationDraft {
    let all = entries.elements
    return ConversationDraft(
      key: nil, tenant: nil, format: .apple, metadata: [:], envelope: raw.text(replacing: [(entries, "[]")]),
      replacements: replacements, place: place,
      messages: ConversationDraft.Messages(count: all.count) {
        MessageDraft(original: all[$0].text, time: nil, entries: AppleEntry.entries(of: all[$0]))
      })
  }
}

import Storage
import Transcripts

/// The message that each stored entry belongs to, as JSON: the entry alone where it has a chat form, else the whole
/// message, which is parsed once for all of its entries.
struct MessageReader {
  private var last: (conversation: Int64, message: Int32, json: JSON)?

  mutating func message(of entry: StoredEntry) throws -> JSON {
    if entry.isErased { return ["role": "user", "content": "(erased)"] }
    if let chat = entry.chat { return try parse(chat, entry) }
    if let original = entry.original {
      let json = try parse(original, entry)
      last = (entry.conversation, entry.message, json)
      return json
    }
    guard let last, last.conversation == entry.conversation, last.message == entry.message else {
      throw DamagedRow(
        conversation: entry.conversation,
        what: "position \(entry.position): found part \(entry.part) without its part 0 before it")
    }
    return last.json
  }

  private func parse(_ bytes: [UInt8], _ entry: StoredEntry) throws -> JSON {
    do throws(JSON.ParseError) {
      return try JSON(parsing: bytes)
    } catch {
      throw DamagedRow(conversation: entry.conversation, what: "position \(entry.position): found no JSON")
    }
  }
}

import Compaction
import EntryHeaders
import Storage
import Summarization
import Tokenization
import TranscriptFormats
import Transcripts

/// The short forms that the plans of some conversations wait for, made of stored entries as they are read.
struct ShortFormTable: Sendable {
  /// By position; a position that was read and has no form is absent.
  typealias Forms = [Int32: ShortForm]

  private struct Row {
    var rule: ShortFormRule
    var wanted: Set<Int32>
    var forms: Forms = [:]
    var damage: String?
  }

  private let shortForms: ShortForms
  private let tokenizer: any Tokenizer
  private var rows: [Int64: Row] = [:]
  /// The message read last, which the entries behind it may be parts of.
  private var message: (conversation: Int64, ordinal: Int32, json: RawJSON)?

  init(_ items: [Shortening], shortForms: ShortForms, tokenizer: any Tokenizer) {
    self.shortForms = shortForms
    self.tokenizer = tokenizer
    for item in items {
      rows[item.loaded.claimed.claim.conversation] = Row(rule: item.draft.rule, wanted: Set(item.draft.positions))
    }
  }

  /// Takes the entries of a conversation in order of position, those that are wanted and those that their messages
  /// begin with.
  mutating func add(_ entry: StoredEntry) {
    guard var row = rows[entry.conversation], row.damage == nil else { return }
    do {
      let alone = try self.alone(entry, isWanted: row.wanted.contains(entry.position))
      if let alone, let made = try form(of: alone, by: row.rule, for: entry) { row.forms[entry.position] = made }
    } catch let error as DamagedRow {
      row.damage = error.what
    } catch {
      row.damage = "position \(entry.position): \(error)"
    }
    rows[entry.conversation] = row
  }

  /// The forms of a conversation, or what is wrong with what is stored of it.
  func forms(of conversation: Int64) -> Result<Forms, DamagedRow> {
    guard let row = rows[conversation] else { return .success([:]) }
    if let damage = row.damage { return .failure(DamagedRow(conversation: conversation, what: damage)) }
    return .success(row.forms)
  }

  /// The entry alone as a chat message; `nil` where it is not wanted, or says nothing any more.
  private mutating func alone(_ entry: StoredEntry, isWanted: Bool) throws -> JSON? {
    if entry.isErased { return nil }
    if let chat = entry.chat { return isWanted ? try raw(chat, of: entry).value : nil }
    if let original = entry.original {
      message = (entry.conversation, entry.message, try raw(original, of: entry))
    }
    guard isWanted else { return nil }
    guard let message, message.conversation == entry.conversation, message.ordinal == entry.message,
      entry.part < OpenAIChat.entries(of: message.json).count
    else {
      throw DamagedRow(
        conversation: entry.conversation,
        what: "position \(entry.position): found part \(entry.part) without the message that it is a part of")
    }
    return OpenAIChat.message(ofPart: entry.part, of: message.json)
  }

  private func form(of message: JSON, by rule: ShortFormRule, for entry: StoredEntry) throws -> ShortForm? {
    guard let form = shortForms.form(of: message, by: rule) else { return nil }
    let text = form.text
    let drafts = OpenAIChat.entries(of: try raw(Array(text.utf8), of: entry))
    // Anything but the same entry would be read as something else.
    guard drafts.count == 1, drafts[0].kind == entry.kind else { return nil }
    return ShortForm(
      position: entry.position, tokens: Int32(clamping: tokenizer.tokens(of: drafts[0])), form: text)
  }

  private func raw(_ json: [UInt8], of entry: StoredEntry) throws -> RawJSON {
    do throws(JSON.ParseError) {
      return try RawJSON(json[...])
    } catch {
      throw DamagedRow(conversation: entry.conversation, what: "position \(entry.position): found no JSON")
    }
  }
}

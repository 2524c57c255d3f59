import Compaction
import Transcripts

/// `audit_records.dispositions`: an object for each stage, disposition and revision, with its ranges as `3-40,57`.
enum StoredDispositions {
  /// The JSON of an overlay's ranges, in order of first appearance.
  static func json(of ranges: [DispositionRange]) -> String {
    struct Key: Hashable {
      var stage: String?
      var disposition: Disposition
      var revision: Int32
    }
    var order: [Key] = []
    var texts: [Key: String] = [:]
    for range in ranges {
      let key = Key(stage: range.stage, disposition: range.disposition, revision: range.revision)
      let text =
        range.range.first == range.range.last ? "\(range.range.first)" : "\(range.range.first)-\(range.range.last)"
      if let present = texts[key] {
        texts[key] = present + "," + text
      } else {
        order.append(key)
        texts[key] = text
      }
    }
    let objects = order.map { key in
      // Stage names and dispositions come from closed lists: nothing in them needs an escape.
      let stage = key.stage.map { "\"\($0)\"" } ?? "null"
      return "{\"stage\":\(stage),\"disposition\":\"\(key.disposition.rawValue)\",\"revision\":\(key.revision),"
        + "\"ranges\":\"\(texts[key] ?? "")\"}"
    }
    return "[" + objects.joined(separator: ",") + "]"
  }

  /// Reads what ``json(of:)`` wrote.
  static func ranges(in json: String, conversation: Int64, revision: Int32) throws -> [DispositionRange] {
    func damaged(_ what: String) -> DamagedRow {
      DamagedRow(conversation: conversation, what: "dispositions of revision \(revision): \(what)")
    }
    guard let value = try? JSON(parsing: json), let objects = value.array else {
      throw damaged("found no JSON array")
    }
    var ranges: [DispositionRange] = []
    for object in objects {
      guard let disposition = object["disposition"]?.string.flatMap(Disposition.init(rawValue:)),
        let decided = object["revision"]?.int.flatMap(Int32.init(exactly:)), let text = object["ranges"]?.string
      else {
        throw damaged("found an object without disposition, revision or ranges")
      }
      for part in text.split(separator: ",") {
        let ends = part.split(separator: "-", maxSplits: 1).map { Int32($0) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else {
          throw damaged("found the range '\(part)'")
        }
        ranges.append(
          DispositionRange(PositionRange(first, last), disposition, stage: object["stage"]?.string, revision: decided))
      }
    }
    return ranges.sorted { $0.range.first < $1.range.first }
  }
}

/// A row that this program did not write, or that was changed behind its back.
public struct DamagedRow: Error, Sendable, Equatable, CustomStringConvertible {
  /// `conversations.number`.
  public var conversation: Int64
  public var what: String

  public init(conversation: Int64, what: String) {
    self.conversation = conversation
    self.what = what
  }

  public var description: String { "conversation \(conversation): \(what)" }
}

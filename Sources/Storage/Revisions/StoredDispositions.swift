import Compaction
import Transcripts

/// `audit_records.dispositions`: an object for each stage, disposition and revision, with its ranges as `3-40,57`.
enum StoredDispositions {
  /// The JSON of an overlay's ranges, in order of first appearance.
  ///
  /// Made for every commit, of up to as many ranges as a conversation has entries, so it is put together of bytes.
  static func json(of ranges: [DispositionRange]) -> String {
    // Of different decisions there are a handful.
    var decisions: [(first: DispositionRange, ranges: [UInt8])] = []
    for range in ranges {
      let known = decisions.firstIndex { $0.first.isDecided(like: range) }
      let index = known ?? decisions.count
      if known == nil { decisions.append((range, [])) } else { decisions[index].ranges.append(UInt8(ascii: ",")) }
      decisions[index].ranges.append(range.range)
    }
    var json = Array("[".utf8)
    for (index, decision) in decisions.enumerated() {
      if index > 0 { json.append(UInt8(ascii: ",")) }
      // Stage names and dispositions come from closed lists: nothing in them needs an escape.
      let stage = decision.first.stage.map { "\"\($0)\"" } ?? "null"
      json += "{\"stage\":\(stage),\"disposition\":\"\(decision.first.disposition.rawValue)\",".utf8
      json += "\"revision\":\(decision.first.revision),\"ranges\":\"".utf8
      json += decision.ranges
      json += "\"}".utf8
    }
    json.append(UInt8(ascii: "]"))
    return String(decoding: json, as: UTF8.self)
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

extension DispositionRange {
  fileprivate func isDecided(like other: DispositionRange) -> Bool {
    disposition == other.disposition && revision == other.revision && stage == other.stage
  }
}

extension [UInt8] {
  /// Appends `3-40`, or `57` for a single position.
  fileprivate mutating func append(_ range: PositionRange) {
    append(decimal: range.first)
    guard range.last != range.first else { return }
    append(UInt8(ascii: "-"))
    append(decimal: range.last)
  }

  /// Positions are never negative.
  private mutating func append(decimal number: Int32) {
    let number = number.magnitude
    var place: UInt32 = 1
    while number / place > 9 { place *= 10 }
    while place > 0 {
      append(UInt8(ascii: "0") + UInt8(number / place % 10))
      place /= 10
    }
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

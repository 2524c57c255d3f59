import Extraction

/// What the source of one request holds, for both gates.
///
/// A fact weighs 1, what a user says 2; each later entry that mentions it adds 1, each later call 2: what was used
/// again is likely to be needed again.
struct SourceFacts {
  let index: ItemIndex
  private(set) var ledger = FactLedger()

  /// - Parameters:
  ///   - source: Blocks as they are sent: a transcript, or summaries.
  ///   - keepsLedger: Whether there is a ledger at all; looking things up needs none.
  init(_ source: String, keepsLedger: Bool = true) {
    let scan = TextScan(source)
    index = scan.index
    guard keepsLedger else { return }
    let bytes = source.utf8
    let parts = scan.partStarts.indices.map { part -> Substring in
      let start = bytes.index(bytes.startIndex, offsetBy: scan.partStarts[part])
      let end = part + 1 < scan.partStarts.count ? scan.partStarts[part + 1] : bytes.count
      return source[start..<bytes.index(start, offsetBy: end - scan.partStarts[part])]
    }
    let roles = Self.roles(of: parts)
    for found in scan.items {
      let role = roles[found.part]
      let isDemanded = role == .user || role == .constraint
      ledger.note(found.item, part: found.part, weight: isDemanded ? 2 : 1, use: role == .call ? 2 : 1) {
        Self.text(of: found.item, in: source)
      }
    }
    for (part, role) in zip(parts, roles) {
      switch role {
      case .user:
        for sentence in ConstraintSentences.of(String(part.dropFirst("User: ".count))) {
          ledger.add(constraint: sentence)
        }
      case .constraint: ledger.add(constraint: String(part.drop { $0 == "-" || $0 == " " }))
      case .call, .other: break
      }
    }
  }

  private enum Role { case user, call, constraint, other }

  /// What each part is: an entry of a transcript by its label, a line of a summary by the heading it stands under.
  private static func roles(of parts: [Substring]) -> [Role] {
    var isConstraints = false
    return parts.map { part in
      if part.hasPrefix("User: ") { return .user }
      if part.hasPrefix("Assistant calls ") { return .call }
      if part.hasPrefix("- ") { return isConstraints ? .constraint : .other }
      isConstraints = part.hasPrefix(SummaryRecord.Field.constraints.heading + ":")
      return .other
    }
  }

  private static func text(of item: TextItem, in source: String) -> String {
    let bytes = source.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: item.range.lowerBound)
    return String(source[start..<bytes.index(start, offsetBy: item.range.count)])
  }
}

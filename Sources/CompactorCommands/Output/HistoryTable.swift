import Compaction
import Transcripts

/// What is wrong with the histories of an archive, for a person or a program.
struct HistoryTable {
  var tally: HistoryTally
  /// Conversations that cannot be read, by number.
  var unreadable: [Int64]

  var text: String {
    var lines = ["histories: \(countedConversations(Int64(tally.conversations))) examined"]
    if !unreadable.isEmpty { lines.append("  not readable: conversation number \(listed(unreadable))") }
    var legal = TextTable([("legal in", .left), ("as they came", .right), ("as they are read", .right)])
    for dialect in Dialect.allCases {
      legal.add(
        dialect.rawValue, grouped(tally.asTheyCame.legal[dialect] ?? 0),
        grouped(tally.asTheyAreRead.legal[dialect] ?? 0))
    }
    lines.append(legal.text)
    var broken = TextTable([
      ("broken", .left), ("conversations", .right), ("times", .right), ("as they are read", .right),
      ("first, by number", .left),
    ])
    for (name, count, read) in rows {
      broken.add(
        name, grouped(count.conversations), grouped(count.violations), read.map { grouped($0) } ?? "",
        listed(count.examples))
    }
    lines.append(rows.isEmpty ? "  nothing is broken" : broken.text)
    return lines.joined(separator: "\n")
  }

  var json: JSON {
    .object([
      .init("conversations", .integer(tally.conversations)),
      .init("unreadable", .array(unreadable.map { .integer($0) })),
      .init(
        "legal",
        .object(
          Dialect.allCases.map { dialect in
            .init(
              dialect.rawValue,
              .object([
                .init("as_they_came", .integer(tally.asTheyCame.legal[dialect] ?? 0)),
                .init("as_they_are_read", .integer(tally.asTheyAreRead.legal[dialect] ?? 0)),
              ]))
          })),
      .init(
        "broken",
        .object(
          rows.map { name, count, read in
            .init(
              name,
              .object([
                .init("conversations", .integer(count.conversations)), .init("times", .integer(count.violations)),
                .init("as_they_are_read", .integer(read)),
                .init("examples", .array(count.examples.map { .integer($0) })),
              ]))
          })),
    ])
  }

  /// Each rule that some history breaks, with how many conversations break it as they are read.
  private var rows: [(name: String, count: HistoryTally.Count, read: Int?)] {
    var rows: [(name: String, count: HistoryTally.Count, read: Int?)] = Violation.Rule.allCases.compactMap { rule in
      let read = tally.asTheyAreRead.byRule[rule]
      guard let count = tally.asTheyCame.byRule[rule] ?? read.map({ _ in HistoryTally.Count() }) else { return nil }
      return (rule.rawValue, count, read?.conversations ?? 0)
    }
    if tally.deadCalls.conversations > 0 { rows.append(("dead_calls", tally.deadCalls, nil)) }
    return rows
  }

  private func listed(_ numbers: [Int64]) -> String { numbers.map(String.init).joined(separator: ", ") }
}

/// Rows under headings, aligned for a terminal.
struct TextTable {
  enum Alignment { case left, right }

  private let headings: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  init(_ headings: [(String, Alignment)]) {
    self.headings = headings.map { (title: $0.0, alignment: $0.1) }
  }

  /// - Precondition: a cell for each heading.
  mutating func add(_ cells: String...) { add(row: cells) }

  /// - Precondition: a cell for each heading.
  mutating func add(row cells: [String]) {
    precondition(cells.count == headings.count)
    rows.append(cells.map(printableLine))
  }

  var isEmpty: Bool { rows.isEmpty }

  var text: String {
    let widths = headings.indices.map { column in
      rows.reduce(headings[column].title.count) { max($0, $1[column].count) }
    }
    func line(_ cells: [String]) -> String {
      var line = ""
      for (column, cell) in cells.enumerated() {
        let blanks = String(repeating: " ", count: widths[column] - cell.count)
        line += (column == 0 ? "" : "  ") + (headings[column].alignment == .right ? blanks + cell : cell + blanks)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
    let rule = widths.map { String(repeating: "─", count: $0) }
    return ([line(headings.map(\.title)), line(rule)] + rows.map(line)).joined(separator: "\n")
  }
}

/// How much of what a summary says stands in its source.
struct Grounding: Equatable, Sendable {
  /// From 0 to 1; 1 where it says nothing that could be looked up.
  var share: Double
  var items: Int
  /// Those that stand nowhere in the source, as the summary writes them.
  var invented: [String]
  /// Whether hardly anything of it stands in the source: refused whatever the gate says. Names are left out, since
  /// they can be other words.
  var isInvention: Bool

  /// So many items are sought letter by letter where their words are not found.
  private static let mostSearches = 64

  init(of summary: String, _ scan: TextScan, in index: ItemIndex, source: String) {
    var items: [UInt64: TextItem] = [:]
    for found in scan.items { items[found.item.key] = found.item }
    var searches = 0
    var invented: [TextItem] = []
    let bytes = summary.utf8
    func text(of item: TextItem) -> String {
      let start = bytes.index(bytes.startIndex, offsetBy: item.range.lowerBound)
      return String(summary[start..<bytes.index(start, offsetBy: item.range.count)])
    }
    for item in items.values where !index.holds(item) {
      searches += 1
      // A part of a longer word: `console.log` of `console.log(x)`. Of a number, a part is another number.
      if item.kind != .number, item.kind != .date, searches <= Self.mostSearches, source.holds(text(of: item)) {
        continue
      }
      invented.append(item)
    }
    invented.sort { $0.range.lowerBound < $1.range.lowerBound }
    self.items = items.count
    self.invented = invented.map(text)
    let hard = items.values.count { $0.kind != .name }
    let hardInvented = invented.count { $0.kind != .name }
    isInvention = hardInvented >= 4 && hardInvented * 3 > hard * 2
    share = items.isEmpty ? 1 : 1 - Double(invented.count) / Double(items.count)
  }
}

import Testing

@testable import Summarization

/// The items of a text as `kind text`, in order.
private func items(_ text: String, names: Bool = false) -> [String] {
  TextScan(text, findsNames: names).items.map { found in
    let bytes = Array(text.utf8)[found.item.range]
    return "\(found.item.kind) \(String(decoding: bytes, as: UTF8.self))"
  }
}

@Suite struct TextItemTests {
  @Test(arguments: [
    ("Order 44718 of 3 lamps for 49.50 EUR, 20% off.", ["number 44718", "number 49.50", "number 20"]),
    (
      "It was 1,204.77 or 1.204,77, $5 or 24,50 €.", ["number 1,204.77", "number 1.204,77", "number 5", "number 24,50"]
    ),
    ("on 2025-03-14, 14.03.2025 or 3/14/2025", ["date 2025-03-14", "date 14.03.2025", "date 3/14/2025"]),
    ("at 2025-03-14T10:00:00Z", ["date 2025-03-14T10"]),
    (
      "see Sources/App/main.swift, ./run.sh and /etc/hosts",
      ["path Sources/App/main.swift", "path /run.sh", "path /etc/hosts"]
    ),
    ("at https://a.example/x?id=7#y, or (http://b.test/).", ["url https://a.example/x?id=7#y", "url http://b.test"]),
    ("write to maria.o@example.com.", ["address maria.o@example.com"]),
    (
      "INV-2231, get_weather, parseJSON, config.yaml, 550e8400-e29b, abc123",
      [
        "identifier INV-2231", "identifier get_weather", "identifier parseJSON", "identifier config.yaml",
        "identifier 550e8400-e29b", "identifier abc123",
      ]
    ),
    ("The 2nd of 24-hour and 3 days, at 10am, e.g. and/or 24/7, well-known.", []),
    ("订单44718已退款24.50欧元", ["number 44718", "number 24.50"]),
    ("الطلب ٤٤٧١٨", ["number ٤٤٧١٨"]),
    ("<transcript>\nUser: hi\n</transcript> and </b>", []),
    ("version 1.2.345", ["identifier 1.2.345"]),
  ])
  func `what cannot be rephrased is found`(_ text: String, _ expected: [String]) {
    #expect(items(text) == expected)
  }

  @Test func `names are words with capitals in a row, and no headings`() {
    #expect(
      items("Ask Maria Oliveira. Then Thomas Berg, please.", names: true) == [
        "name Ask Maria Oliveira", "name Then Thomas Berg",
      ])
    #expect(items("Next Steps: call Maria", names: true) == [])
    #expect(items("the Berlin office", names: true) == [])
  }

  @Test(arguments: [
    ("INV-2231", "inv 2231"), ("1,204.50", "1204.5"), ("1.204,50", "1204.50"), ("2025-03-14", "14 March 2025"),
    ("14.03.2025", "2025-03-14"), ("44718", "order #44718"), ("#44718", "Bestellung44718"),
    ("Config.yaml", "config.yaml"),
    ("49.50 EUR", "49,5 euros"), ("٤٤٧١٨", "44718"), ("A-1002", "a1002"),
  ])
  func `another way of writing is the same item`(_ one: String, _ other: String) {
    let index = TextScan(other).index
    let found = TextScan(one).items
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { index.holds($0.item) })
  }

  @Test(arguments: [
    ("44718", "447180"), ("44718", "4471"), ("1,204.50", "1,204.51"), ("2025-03-14", "15 March 2025"),
    ("2025-03-14", "14 March 2026"), ("INV-2231", "INV-2213"), ("a/b/c.txt", "a/b/d.txt"), ("12.50", "1250"),
  ])
  func `a digit more, less or other is another item`(_ one: String, _ other: String) {
    let index = TextScan(other).index
    #expect(TextScan(one).items.contains { !index.holds($0.item) })
  }
}

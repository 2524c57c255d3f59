import Testing

@testable import Evaluation

@Suite struct ItemScannerTests {
  @Test(arguments: [
    ("see src/app/main.swift, please", "src/app/main.swift", Item.Kind.path), ("open /etc/hosts.", "/etc/hosts", .path),
    ("cat ~/notes", "~/notes", .path), ("edit Package.swift now", "Package.swift", .path),
    ("from https://example.com/a?b=c.", "https://example.com/a?b", .url),
    ("order #W4711 is late", "W4711", .identifier), ("call get_user_details", "get_user_details", .identifier),
    ("the userName is", "userName", .identifier), ("write to ann@example.com!", "ann@example.com", .identifier),
    ("it costs 1,250 dollars", "250", .number), ("about 99.5 percent", "99.5", .number),
    ("on 2024-05-15T10:00 we", "2024-05-15T10:00", .date), ("on 15/5/2024 we", "15/5/2024", .date),
    ("at 09:30 we", "09:30", .date), ("we met Maria there", "Maria", .name), ("wir sahen Émile dort", "Émile", .name),
  ])
  func `an item is found with its kind`(_ text: String, _ item: String, kind: Item.Kind) {
    #expect(ItemScanner.items(of: text).contains(Item(kind, item)))
  }

  @Test(arguments: [
    "He went home. Then he slept.", "yes and/or no", "one 1 is little", "", "plain words only", "Line\nAnother\n", "…",
    #"{"key": true}"#,
  ])
  func `words of the language and keys of JSON are none`(_ text: String) {
    #expect(ItemScanner.items(of: text).isEmpty)
  }

  @Test func `values of JSON are found and its keys are not`() {
    let items = ItemScanner.items(of: #"{"user_id": "mia_li_3668", "total_price": 812}"#)
    #expect(items == [Item(.identifier, "mia_li_3668"), Item(.number, "812")])
  }
}

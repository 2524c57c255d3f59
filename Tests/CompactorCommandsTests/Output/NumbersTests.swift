import Testing

@testable import CompactorCommands

@Suite struct NumbersTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567"), (-1_000, "-1,000"), (-5, "-5"),
    (Int.max, "9,223,372,036,854,775,807"), (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `numbers have a mark between thousands`(number: Int, text: String) {
    #expect(grouped(number) == text)
  }

  @Test(arguments: [
    (100, 62, "-38 %"), (100, 100, "0 %"), (0, 0, "0 %"), (3, 1, "-67 %"), (100, 120, "20 %"), (1_000, 0, "-100 %"),
  ])
  func `a change is a share of what was`(before: Int, after: Int, text: String) {
    #expect(change(from: before, to: after) == text)
  }

  @Test(arguments: [
    (0, "0 calls"), (1, "1 call"), (2, "2 calls"), (-1, "-1 calls"), (1_000, "1,000 calls"), (1_001, "1,001 calls"),
  ])
  func `one thing is counted in the singular, any other number in the plural`(number: Int, text: String) {
    #expect(counted(number, "call") == text)
  }

  @Test func `a word has the plural that it is given`() {
    #expect([0, 1, 2].map { countedEntries($0) } == ["0 entries", "1 entry", "2 entries"])
    #expect([1, 2].map { countedConversations($0) } == ["1 conversation", "2 conversations"])
    #expect([1, 2].map { countedTokens($0) } == ["1 token", "2 tokens"])
  }

  @Test func `an import tells each of its counts in the number that it has`() {
    let one = ImportTally(imported: 1, present: 1, failed: 1, messages: 1, entries: 1, replacements: 1)
    #expect(
      one.text == "imported 1 conversation, 1 message, 1 entry; 1 was there already; 1 could not be read; "
        + "1 NUL or lone surrogate was replaced")
    let two = ImportTally(imported: 2, present: 2, failed: 2, messages: 2, entries: 2, replacements: 2)
    #expect(
      two.text == "imported 2 conversations, 2 messages, 2 entries; 2 were there already; 2 could not be read; "
        + "2 NULs or lone surrogates were replaced")
    #expect(ImportTally().text == "imported 0 conversations, 0 messages, 0 entries")
  }
}

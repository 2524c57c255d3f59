import Compaction
import Testing

struct PositionRangeTests {
  @Test(
    arguments: [
      ([], ""), ([PositionRange(57, 57)], "57"), ([PositionRange(3, 40), PositionRange(57, 57)], "3-40,57"),
    ] as [([PositionRange], String)])
  func `ranges are written and read`(_ ranges: [PositionRange], _ text: String) {
    #expect(ranges.text == text)
    #expect([PositionRange](text: text) == ranges)
  }

  @Test(arguments: [",", "3-", "-3", "5-4", "3,3", "3-5,5", "7,3", "a", "1 ", "3--5", "1,,2", "0", "99999999999"])
  func `anything else is refused`(_ text: String) {
    #expect([PositionRange](text: text) == nil)
  }
}

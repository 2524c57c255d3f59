import Testing

@testable import CompactorCommands

@Suite struct TimesTests {
  @Test(arguments: [
    (Int64(0), "1970-01-01 00:00:00", "1970-01-01T00:00:00.000000Z"),
    (1_767_225_599_999_999, "2025-12-31 23:59:59", "2025-12-31T23:59:59.999999Z"),
    (1_767_225_600_000_001, "2026-01-01 00:00:00", "2026-01-01T00:00:00.000001Z"),
    (1_709_164_800_500_000, "2024-02-29 00:00:00", "2024-02-29T00:00:00.500000Z"),
    (-1, "1969-12-31 23:59:59", "1969-12-31T23:59:59.999999Z"),
    (-1_000_000, "1969-12-31 23:59:59", "1969-12-31T23:59:59.000000Z"),
  ])
  func `times are printed in UTC, to the second and to the microsecond`(
    microseconds: Int64, table: String, json: String
  ) {
    #expect(timeText(microseconds) == table)
    #expect(timestampText(microseconds) == json)
  }
}

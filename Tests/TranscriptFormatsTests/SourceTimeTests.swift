import Testing
import Transcripts

@testable import TranscriptFormats

struct SourceTimeTests {
  @Test(
    arguments: [
      ("\"1970-01-01T00:00:00Z\"", 0), ("\"2025-11-20T23:33:01.550Z\"", 1_763_681_581_550_000),
      ("\"2026-05-30T21:23:09.723082\"", 1_780_176_189_723_082),
      ("\"2024-02-29T12:00:00+02:00\"", 1_709_200_800_000_000),
      ("\"2024-02-29 12:00:00-0330\"", 1_709_220_600_000_000), ("\"2024-02-29T12:00Z\"", 1_709_208_000_000_000),
      ("\"1969-12-31T23:59:59.9Z\"", -100_000), ("\"2000-03-01T00:00:00.1234567z\"", 951_868_800_123_456),
      ("1714585031.148505", 1_714_585_031_148_505), ("1714585031", 1_714_585_031_000_000),
      ("1714585031148", 1_714_585_031_148_000), ("1714585031148505", 1_714_585_031_148_505), ("-1.5", -1_500_000),
      ("0", 0), ("\"yesterday\"", nil), ("\"2024-13-01T00:00:00Z\"", nil), ("\"2024-01-01\"", nil),
      ("\"2024-01-01T00:00:00Zx\"", nil), ("\"2024-01-01T00:00:00.Z\"", nil), ("\"2024-01-01T00:00:00+\"", nil),
      ("1e400", nil), ("1e30", nil), ("null", nil), ("true", nil), ("{}", nil),
    ] as [(String, Int64?)])
  func `a time is read in the spellings that sources use`(text: String, time: Int64?) throws {
    #expect(SourceTime.time(try RawJSON(text)) == time)
  }

  @Test func `the first key that holds a time counts`() throws {
    #expect(SourceTime.of(try RawJSON(#"{"timestamp":1,"created_at":"?","create_time":2}"#)) == 2_000_000)
    #expect(SourceTime.of(try RawJSON(#"{"createdAt":3}"#)) == 3_000_000)
    #expect(SourceTime.of(try RawJSON(#"[1]"#)) == nil)
  }
}

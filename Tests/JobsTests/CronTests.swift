import Jobs
import Testing

struct CronTests {
  /// Seconds since 1970 of a time in UTC. Counts 2100 as a leap year.
  static func utc(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Int64 {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var days = (1970..<year).reduce(0) { $0 + ($1 % 4 == 0 ? 366 : 365) }
    days += lengths[..<(month - 1)].reduce(0, +) + (month > 2 && year % 4 == 0 ? 1 : 0) + day - 1
    return Int64(days * 86_400 + hour * 3_600 + minute * 60)
  }

  static let berlin = NamedTimeZone("Europe/Berlin")!

  @Test func `a time in a gap fires once right after it`() throws {
    let cron = try Cron("15,45 2 * * *")
    let first = cron.next(after: Self.utc(2026, 3, 28, 12), in: Self.berlin)
    #expect(first == Self.utc(2026, 3, 29, 1))  // 03:00 CEST
    #expect(cron.next(after: first!, in: Self.berlin) == Self.utc(2026, 3, 30, 0, 15))
  }

  @Test func `a time that comes twice fires once`() throws {
    let cron = try Cron("30 2 * * *")
    let first = cron.next(after: Self.utc(2026, 10, 24, 12), in: Self.berlin)
    #expect(first == Self.utc(2026, 10, 25, 0, 30))  // 02:30 CEST
    #expect(cron.next(after: first!, in: Self.berlin) == Self.utc(2026, 10, 26, 1, 30))
  }

  @Test func `what runs in every hour goes by elapsed time`() throws {
    let cron = try Cron("10 * * * *")
    #expect(cron.next(after: Self.utc(2026, 3, 29, 0, 10), in: Self.berlin) == Self.utc(2026, 3, 29, 1, 10))
    #expect(cron.next(after: Self.utc(2026, 10, 25, 0, 10), in: Self.berlin) == Self.utc(2026, 10, 25, 1, 10))
  }

  @Test func `a whole day can be missing`() throws {
    // Samoa had no 30 December 2011.
    let apia = try #require(NamedTimeZone("Pacific/Apia"))
    let slot = try Cron("0 12 30 12 *").next(after: Self.utc(2011, 12, 29), in: apia)
    #expect(slot == Self.utc(2011, 12, 30, 10))
  }

  @Test func `29 February is found eight years away`() throws {
    let slot = try Cron("0 0 29 2 *").next(after: Self.utc(2096, 3, 1), in: NamedTimeZone.utc)
    // 2100 is no leap year, whatever the helper says.
    #expect(slot == Self.utc(2104, 2, 29) - 86_400)
  }

  @Test func `the latest of many missed slots is found without going through them`() throws {
    let cron = try Cron("* * * * *")
    let end = Self.utc(2026, 10, 25, 0, 30) + 12
    #expect(cron.latest(after: Self.utc(2020, 1, 1), through: end, in: Self.berlin) == end - 12)
    #expect(cron.latest(after: end - 12, through: end, in: Self.berlin) == nil)
    #expect(cron.latest(after: end, through: end, in: Self.berlin) == nil)
    #expect(cron.latest(after: end - 13, through: end - 12, in: Self.berlin) == end - 12)
  }

  @Test(arguments: ["0 0 1 jan sun-sat", "*/5 1-23/2 1,15 MAR,Apr Mon-Fri", " 0  0 * *\t* ", "0 0 * * 1-7", "@Daily"])
  func `valid`(text: String) throws {
    #expect(try Cron(text).text == text)
  }

  @Test(arguments: [
    ("", "has 0 fields", 0..<1), ("* * * *", "has 4 fields", 0..<7), ("0 0 * * * *", "has 6 fields", 0..<11),
    ("60 * * * *", "has the minute out of range", 0..<2), ("0 24 * * *", "has the hour out of range", 2..<4),
    ("0 0 0 * *", "has the day of month out of range", 4..<5), ("0 0 * 13 *", "has the month out of range", 6..<8),
    ("0 0 * * 8", "has the day of week out of range", 8..<9), ("0 0 * * mon,tux", "has no valid day of week", 12..<15),
    ("5-1 * * * *", "has a range that ends before it begins in the minute", 0..<3),
    ("*/0 * * * *", "has a wrong step in the minute", 0..<3), ("*/x * * * *", "has a wrong step in the minute", 0..<3),
    ("5/10 * * * *", "has a step without a range in the minute", 0..<4),
    ("1-2-3 * * * *", "has no valid minute", 0..<5), (", * * * *", "has no valid minute", 0..<1),
    ("-1 * * * *", "has no valid minute", 0..<2), ("1,,2 * * * *", "has no valid minute", 2..<3),
    ("0 0 30 2 *", "never comes: none of its months has such a day", 4..<8),
    ("0 0 31 4,jun *", "never comes: none of its months has such a day", 4..<12),
    ("@dayly", "is not a known nickname", 0..<6), ("@daily *", "is not a known nickname", 0..<8),
  ])
  func `invalid`(text: String, problem: String, scalars: Range<Int>) throws {
    let error = try #require(throws: Cron.ParseError.self) { try Cron(text) }
    #expect(error.problem == problem)
    #expect(error.scalars == scalars)
  }

  @Test func `the nearest name is suggested`() throws {
    #expect(try #require(throws: Cron.ParseError.self) { try Cron("@dayly") }.nearest == "@daily")
    #expect(try #require(throws: Cron.ParseError.self) { try Cron("0 0 * * tux") }.nearest == "tue")
  }
}

struct NamedTimeZoneTests {
  @Test(arguments: ["Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/UTC", "Asia/Kolkata", "UTC"])
  func `names of the database are known`(name: String) {
    #expect(NamedTimeZone(name)?.name == name)
  }

  @Test(arguments: ["Europe/Berln", "CET", "GMT+2", "local", "", "europe", "Europe/", "../etc/passwd", "Berlin"])
  func `anything else is not`(name: String) {
    #expect(NamedTimeZone(name) == nil)
  }
}

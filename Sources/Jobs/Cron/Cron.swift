/// A five-field cron expression: minute, hour, day of month, month, day of week.
///
/// A field is `*`, a number, a range `a-b`, a step `*/n` or `a-b/n`, or a list of these. Months and days of the week
/// have English three-letter names as well; Sunday is 0 and 7. `@hourly`, `@daily` (`@midnight`), `@weekly`,
/// `@monthly` and `@yearly` (`@annually`) stand for whole expressions. Where the day of month and the day of week are
/// both something else than `*`, a day that matches either of them matches.
///
/// Slots are named by the wall clock of a time zone; where that jumps:
/// - an expression with a fixed hour fires once for each of its times. A time that the clock skips fires right after
///   the gap; a time that comes twice fires the first time only;
/// - an expression that runs in every hour goes by elapsed time: nothing fires in place of the hour that is skipped,
///   and both passes of a repeated hour have their slots.
public struct Cron: Sendable, Equatable {
  public let text: String
  let minutes: BitSet
  let hours: BitSet
  let daysOfMonth: BitSet
  let months: BitSet
  /// Sunday is 0.
  let daysOfWeek: BitSet
  /// A field other than `*`.
  let restrictsDayOfMonth: Bool
  let restrictsDayOfWeek: Bool

  /// - Throws: ``ParseError``, also for dates that no year has, such as 30 February.
  public init(_ text: String) throws(ParseError) {
    self = try CronParser.parse(text)
  }

  init(text: String, fields: [BitSet], isRestricted: [Bool]) {
    self.text = text
    (minutes, hours, daysOfMonth, months, daysOfWeek) = (fields[0], fields[1], fields[2], fields[3], fields[4])
    restrictsDayOfMonth = isRestricted[2]
    restrictsDayOfWeek = isRestricted[4]
  }

  /// What is wrong with an expression.
  public struct ParseError: Error, Equatable {
    /// "the hour is out of range"
    public var problem: String
    /// The Unicode scalars of the expression that are meant.
    public var scalars: Range<Int>
    public var expected: String
    public var nearest: String?
  }

  var runsInEveryHour: Bool { hours.count == 24 }

  func matches(_ date: CivilDate) -> Bool {
    guard months.contains(date.month) else { return false }
    let dayOfMonth = daysOfMonth.contains(date.day)
    let dayOfWeek = daysOfWeek.contains(date.dayOfWeek)
    return restrictsDayOfMonth && restrictsDayOfWeek ? dayOfMonth || dayOfWeek : dayOfMonth && dayOfWeek
  }
}

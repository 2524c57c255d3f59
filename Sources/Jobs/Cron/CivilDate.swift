/// A day of the Gregorian calendar, as the number of days since 1 January 1970.
struct CivilDate: Sendable, Equatable {
  var days: Int64
  let month: Int
  let day: Int

  /// The algorithm counts years from March, so that the leap day is the last of its year.
  init(days: Int64) {
    self.days = days
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5) + 1
    month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
  }

  /// Sunday is 0.
  var dayOfWeek: Int { Int(((days + 4) % 7 + 7) % 7) }
}

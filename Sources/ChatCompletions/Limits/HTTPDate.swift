import FoundationEssentials

/// Reads the three forms of a date in HTTP (RFC 9110, section 5.6.7), by way of the ISO form that the library knows.
enum HTTPDate {
  private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  static func parse(_ text: String) -> Date? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map { $0.lowercased() }
    guard let first = words.first,
      days.contains(where: { first == $0 || first.hasPrefix($0) && first.hasSuffix("day") })
    else { return nil }
    return switch words.count {
    // Fri, 29 Sep 2023 16:26:57 GMT and Friday, 29-Sep-23 16:26:57 GMT
    case 6 where words[5] == "gmt" || words[5] == "utc":
      date(day: words[1], month: words[2], year: words[3], time: words[4])
    // Fri Sep 29 16:26:57 2023
    case 5: date(day: words[2], month: words[1], year: words[4], time: words[3])
    default: nil
    }
  }

  private static func date(day: String, month: String, year: String, time: String) -> Date? {
    guard let number = months.firstIndex(of: month), let day = Int(day), (1...31).contains(day), Int(year) != nil,
      year.count == 4 || year.count == 2, time.count == 8
    else { return nil }
    let fullYear = year.count == 4 ? year : "20" + year
    return try? Date(
      "\(fullYear)-\(twoDigits(number + 1))-\(twoDigits(day))T\(time)Z", strategy: Date.ISO8601FormatStyle())
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

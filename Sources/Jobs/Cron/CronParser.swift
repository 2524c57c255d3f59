/// Reads a cron expression field by field.
enum CronParser {
  private struct Field {
    var name: String
    var range: ClosedRange<Int>
    var names: [String] = []
    /// The number of the first name.
    var firstName = 0
  }

  private static let fields = [
    Field(name: "minute", range: 0...59),
    Field(name: "hour", range: 0...23),
    Field(name: "day of month", range: 1...31),
    Field(
      name: "month", range: 1...12,
      names: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], firstName: 1),
    Field(name: "day of week", range: 0...7, names: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]),
  ]

  private static let nicknames = [
    "@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *", "@weekly": "0 0 * * 0",
    "@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@hourly": "0 * * * *",
  ]

  static func parse(_ text: String) throws(Cron.ParseError) -> Cron {
    let all = 0..<max(1, text.unicodeScalars.count)
    var words = tokens(text)
    if let first = words.first, first.text.hasPrefix("@") {
      guard words.count == 1, let expression = nicknames[first.text.lowercased()] else {
        throw Cron.ParseError(
          problem: "is not a known nickname", scalars: all, expected: alternatives(nicknames.keys.sorted()),
          nearest: nearestName(to: first.text, among: nicknames.keys.sorted()))
      }
      words = tokens(expression)
    }
    guard words.count == fields.count else {
      throw Cron.ParseError(
        problem: "has \(words.count) field\(words.count == 1 ? "" : "s")", scalars: all,
        expected: TextRule.cron.expectation)
    }
    var sets: [BitSet] = []
    var isRestricted: [Bool] = []
    for (word, field) in zip(words, fields) {
      var set = try parse(word, field)
      if field.range.upperBound == 7, set.contains(7) {
        set.remove(7)
        set.insert(0)
      }
      sets.append(set)
      isRestricted.append(word.text != "*" && word.text != "*/1")
    }
    let cron = Cron(text: text, fields: sets, isRestricted: isRestricted)
    guard cron.hasADay else {
      let days = words[2].scalars.lowerBound..<words[3].scalars.upperBound
      throw Cron.ParseError(
        problem: "never comes: none of its months has such a day", scalars: days, expected: "a date that exists")
    }
    return cron
  }

  private struct Token {
    var text: String
    var scalars: Range<Int>
  }

  private static func tokens(_ text: String) -> [Token] {
    let scalars = Array(text.unicodeScalars)
    return scalars.indices.split { scalars[$0] == " " || scalars[$0] == "\t" }.map { indices in
      Token(
        text: String(String.UnicodeScalarView(scalars[indices.startIndex..<indices.endIndex])),
        scalars: indices.startIndex..<indices.endIndex)
    }
  }

  private static func parse(_ token: Token, _ field: Field) throws(Cron.ParseError) -> BitSet {
    var set = BitSet()
    var start = token.scalars.lowerBound
    for item in token.text.split(separator: ",", omittingEmptySubsequences: false) {
      let place = start..<max(start + 1, start + item.unicodeScalars.count)
      start += item.unicodeScalars.count + 1
      let parts = item.split(separator: "/", omittingEmptySubsequences: false)
      let step = parts.count == 2 ? Int(parts[1]) ?? 0 : 1
      guard parts.count <= 2, step >= 1, step <= field.range.upperBound else {
        throw wrong("has a wrong step in the \(field.name)", place, field)
      }
      let bounds = try bounds(parts[0], field, place, hasStep: parts.count == 2)
      for number in stride(from: bounds.lowerBound, through: bounds.upperBound, by: step) { set.insert(number) }
    }
    return set
  }

  private static func bounds(
    _ text: Substring, _ field: Field, _ place: Range<Int>, hasStep: Bool
  ) throws(Cron.ParseError) -> ClosedRange<Int> {
    // A step over all days of the week counts from Sunday to Saturday.
    if text == "*" { return field.range.lowerBound...min(field.range.upperBound, field.names.count == 7 ? 6 : .max) }
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count <= 2 else { throw wrong("has no valid \(field.name)", place, field) }
    let first = try number(ends[0], field, place)
    guard ends.count == 2 else {
      if hasStep { throw wrong("has a step without a range in the \(field.name)", place, field) }
      return first...first
    }
    let last = try number(ends[1], field, place)
    guard first <= last else {
      throw wrong("has a range that ends before it begins in the \(field.name)", place, field)
    }
    return first...last
  }

  private static func number(
    _ text: Substring, _ field: Field, _ place: Range<Int>
  ) throws(Cron.ParseError) -> Int {
    if let index = field.names.firstIndex(of: text.lowercased()) { return index + field.firstName }
    guard text.utf8.count <= 2, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else {
      throw Cron.ParseError(
        problem: "has no valid \(field.name)", scalars: place, expected: expectation(field),
        nearest: nearestName(to: String(text), among: field.names))
    }
    guard field.range.contains(number) else { throw wrong("has the \(field.name) out of range", place, field) }
    return number
  }

  private static func wrong(_ problem: String, _ place: Range<Int>, _ field: Field) -> Cron.ParseError {
    Cron.ParseError(problem: problem, scalars: place, expected: expectation(field))
  }

  private static func expectation(_ field: Field) -> String {
    let names = field.names.isEmpty ? "" : " or \(field.names[0])-\(field.names[field.names.count - 1])"
    return "\(field.range.lowerBound)-\(field.range.upperBound)\(names), `*`, lists and steps such as `*/5`"
  }
}

extension Cron {
  /// Whether any day matches. Every weekday comes in every month; 29 February comes in leap years.
  fileprivate var hasADay: Bool {
    if restrictsDayOfWeek && restrictsDayOfMonth { return true }
    let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return months.elements.contains { month in daysOfMonth.elements.contains { $0 <= lengths[month - 1] } }
  }
}

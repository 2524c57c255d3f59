/// How shapes and numbers are put into words, in messages and in the reference alike.
extension Shape {
  /// As in "expected …".
  var expectation: String {
    switch self {
    case .flag: "`true` or `false`"
    case .choice(let choices): alternatives(choices.map(\.name))
    case .text(let rule): rule.expectation
    case .count(let range, let unit): "a whole number of \(unit) \(bounds(of: range))"
    case .duration(let range):
      "a duration from \(range.lowerBound.jobForm) to \(range.upperBound.jobForm), such as 90s, 15m or 2h"
    case .money(let bare): bare ? "an amount of US dollars, such as 0.40" : "an amount such as 200 USD"
    case .percent: "a share such as 5%, above 0% and up to 100%"
    case .decimal(let range): "a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))"
    case .jsonScalar: "a text, a number, `true` or `false`"
    case .list(_, let noun): "a list with at least one \(noun)"
    case .section(let section): "a map with settings of `\(section.title)`: \(listed(section.settings.map(\.name)))"
    case .oneOf(let settings, let noun): "one \(noun): a map with \(alternatives(settings.map(\.name)))"
    case .table(_, _, let noun): "a map with a key for each \(noun)"
    case .either(let scalar, let map): "\(scalar.expectation), or \(map.expectation)"
    }
  }

  /// The type column of the reference.
  var typeName: String {
    switch self {
    case .flag: "Boolean"
    case .choice: "choice"
    case .text(let rule): rule.typeName
    case .count: "count"
    case .duration: "duration"
    case .money: "money"
    case .percent: "share"
    case .decimal: "number"
    case .jsonScalar: "text, number or Boolean"
    case .list(let element, _): "list of \(element.typeName)"
    case .section: "section"
    case .oneOf(_, let noun): noun
    case .table(_, let values, _): "map to \(values.typeName)"
    case .either(let scalar, let map): "\(scalar.typeName) or \(map.typeName)"
    }
  }

  /// The range column of the reference.
  var rangeText: String {
    switch self {
    case .choice(let choices):
      choices.map { $0.meaning.isEmpty ? "`\($0.name)`" : "`\($0.name)`: \($0.meaning)" }.joined(separator: "; ")
    case .count(let range, _): "\(grouped(range.lowerBound)) to \(grouped(range.upperBound))"
    case .duration(let range): "\(range.lowerBound.jobForm) to \(range.upperBound.jobForm)"
    case .money: "0 or more"
    case .percent: "above 0% to 100%"
    case .decimal(let range): "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
    case .text(let rule): rule.expectation
    case .list: "at least one"
    case .oneOf(let settings, _): alternatives(settings.map(\.name))
    case .either(let scalar, let map): [scalar.rangeText, map.rangeText].filter { !$0.isEmpty }.joined(separator: "; ")
    case .flag: "`true` or `false`"
    case .jsonScalar, .section, .table: ""
    }
  }

  /// The unit column of the reference.
  var unit: String {
    switch self {
    case .count(_, let unit): unit
    case .duration: "`d`, `h`, `m`, `s`, `ms`"
    case .money(let bare): bare ? "USD a million tokens" : "USD"
    case .percent: "%"
    case .list(let element, _): element.unit
    default: ""
    }
  }
}

/// A bound so high that it only keeps numbers handy is not worth a word.
private func bounds(of range: ClosedRange<Int>) -> String {
  let isOpen = range.upperBound >= 1_000_000
  return isOpen
    ? "from \(grouped(range.lowerBound))" : "from \(grouped(range.lowerBound)) to \(grouped(range.upperBound))"
}

/// "`a`, `b`".
func listed(_ words: [String]) -> String { words.map { "`\($0)`" }.joined(separator: ", ") }

/// "`a`, `b` or `c`".
func alternatives(_ words: [String]) -> String {
  guard words.count > 1 else { return listed(words) }
  return listed(words.dropLast()) + " or `\(words[words.count - 1])`"
}

/// With a comma between thousands.
func grouped(_ number: Int) -> String {
  var digits = String(number.magnitude)
  var groups: [String] = []
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
}

private func plain(_ number: Double) -> String {
  number == number.rounded() && number.magnitude < 1e15 ? String(Int(number)) : String(number)
}

extension Duration {
  /// As it is written in a job file: `1h30m`.
  var jobForm: String {
    var rest = components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    var text = ""
    for (name, size) in [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)]
      as [(String, Int64)]
    where rest >= size {
      text += "\(rest / size)\(name)"
      rest %= size
    }
    return text.isEmpty ? "0s" : text
  }
}

public import Transcripts

/// Random JSON with what trips up other implementations: odd numbers, duplicate keys, astral and combining characters.
public struct JSONGenerator {
  public var random: SeededGenerator
  /// Whether ``foreignText(of:)`` puts escaped NULs and lone surrogates into some strings, and into some keys that
  /// mean nothing.
  public var damagesStrings = false

  public init(seed: Int) { random = SeededGenerator(seed: seed) }

  public mutating func value(depth: Int = 4) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: .null
    case 1: .bool(Bool.random(using: &random))
    case 2: .number(number())
    case 3, 4: .string(string())
    case 5: .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth - 1) })
    default: .object(members(depth: depth))
    }
  }

  public mutating func members(depth: Int) -> [JSON.Member] {
    var members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      JSON.Member(key(), value(depth: depth - 1))
    }
    if random.once(in: 3), let copy = members.randomElement(using: &random) {
      members.append(JSON.Member(copy.key, value(depth: depth - 1)))
    }
    return members
  }

  public mutating func number() -> String {
    if random.once(in: 2) { return String(Int.random(in: -1_000...1_000, using: &random)) }
    return random.pick([
      "-0", "1.0", "0.10", "1e400", "-1E-400", "1e0", "9007199254740993", "123456789012345678901234567890",
      "1.7976931348623157e308", "0e5", "1.50E+3",
    ])
  }

  public mutating func key() -> String { random.pick(["a", "b", "id", "", "e\u{301}", "é", "a\"b", "🙂"]) }

  public mutating func string() -> String {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in
      random.pick([
        "word", " ", "\n", "\t", "\"", "\\", "/", "\u{1}", "\u{1F}", "\u{7F}", "é", "e\u{301}", "漢字", "🙂", "👩‍👩‍👧",
        "\u{2028}",
        "\u{FFFD}", "\u{FEFF}", "a text of more than sixteen bytes", "\r\n", "\\u0041",
      ])
    }.joined()
  }

  /// A text of the value as some other program would write it: whitespace between tokens, and characters escaped
  /// that need not be.
  public mutating func foreignText(of value: JSON) -> String {
    switch value {
    case .null, .bool, .number: return space() + value.text + space()
    case .string(let string): return space() + foreignString(string) + space()
    case .array(let elements):
      return space() + "[" + space() + elements.map { foreignText(of: $0) }.joined(separator: ",") + "]" + space()
    case .object(let members):
      let parts = members.map { member in
        let key = foreignString(member.key, mayDamage: member.key == "b" || member.key == "🙂")
        return space() + key + space() + ":" + foreignText(of: member.value)
      }
      return space() + "{" + space() + parts.joined(separator: ",") + "}" + space()
    }
  }

  private mutating func space() -> String {
    random.once(in: 3) ? random.pick([" ", "\n", "\t", "\r\n", "   "]) : ""
  }

  private mutating func foreignString(_ string: String, mayDamage: Bool = true) -> String {
    var text = random.once(in: 2) ? JSON.string(string).text : "\"" + string.utf16.map(escape).joined() + "\""
    if damagesStrings && mayDamage && random.once(in: 8) {
      text.removeLast()
      text += random.pick(["\\u0000", "\\ud83d", "\\uDE42", "\\uDE42\\uD83D", "\\ud83d\\u0000"]) + "\""
    }
    return text
  }

  private func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16, uppercase: unit % 2 == 0)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

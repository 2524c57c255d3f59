/// Text that is markup already; everything else is escaped on its way in.
struct Markup: ExpressibleByStringInterpolation, CustomStringConvertible {
  private(set) var description: String

  init(stringLiteral value: String) { description = value }

  init(stringInterpolation: Interpolation) { description = stringInterpolation.text }

  static func += (markup: inout Markup, other: Markup) { markup.description += other.description }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ markup: Markup) { text += markup.description }
    mutating func appendInterpolation(_ number: Int) { text += String(number) }
    mutating func appendInterpolation(_ string: String) { text += escaped(string) }
  }
}

extension Sequence<Markup> {
  var joined: Markup { reduce(into: "") { $0 += $1 } }
}

/// The text with everything escaped that markup or an attribute in quotes could take for its own. Controls, which no page
/// may hold, and marks that turn the direction of writing become replacement characters.
private func escaped(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    case "'": escaped += "&#39;"
    default:
      switch scalar.value {
      case 0x09, 0x0A: escaped += " "
      case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
  return escaped
}

import FoundationEssentials

/// What a log line says.
struct LogEntry: Sendable {
  var time: Date
  var level: LogLevel
  var message: String
  var fields: [LogField]
}

/// How log lines look; `--log-format`.
public enum LogFormat: String, Sendable, CaseIterable {
  /// For people: time, level and message in columns, then `key=value`.
  case plain
  /// One JSON object a line, for programs.
  case json

  /// No line break is inside. Times are UTC.
  func render(_ entry: LogEntry, colored: Bool = false) -> String {
    switch self {
    case .plain: PlainLine(colored: colored).render(entry)
    case .json: JSONLine.render(entry)
    }
  }
}

private struct PlainLine {
  /// Most messages are shorter, so that fields begin in one column.
  static let messageWidth = 36

  let colored: Bool

  func render(_ entry: LogEntry) -> String {
    var line = styled(timestamp(entry.time), "2") + " "
    line += styled(padded(entry.level.rawValue.uppercased(), 7), entry.level.style) + " "
    line += entry.fields.isEmpty ? entry.message : padded(entry.message, Self.messageWidth)
    for field in entry.fields {
      line += " " + styled(field.key.rawValue + "=", "2") + written(field.value)
    }
    return line
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// - Parameter style: the parameter of a terminal's SGR sequence; nil for plain text.
  private func styled(_ text: String, _ style: String?) -> String {
    guard colored, let style else { return text }
    return "\u{1B}[\(style)m\(text)\u{1B}[0m"
  }

  private func written(_ value: LogField.Value) -> String {
    switch value {
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text):
      text.contains(where: { $0 == " " || $0 == "=" }) || text.isEmpty ? quoted(text) : visible(text)
    }
  }

  private func quoted(_ text: String) -> String { "\"\(visible(text).replacing("\"", with: "\\\""))\"" }

  /// Without what would move a terminal's cursor or end the line.
  private func visible(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
  }
}

extension LogLevel {
  fileprivate var style: String? {
    switch self {
    case .debug: "2"
    case .info: nil
    case .warning: "33"
    case .error: "1;31"
    }
  }
}

private enum JSONLine {
  static func render(_ entry: LogEntry) -> String {
    var line = "{\"time\":\(quoted(timestamp(entry.time)))"
    line += ",\"level\":\(quoted(entry.level.rawValue)),\"message\":\(quoted(entry.message))"
    for field in entry.fields {
      line += ",\(quoted(field.key.rawValue)):"
      switch field.value {
      case .integer(let number): line += "\(number)"
      // JSON has no infinities.
      case .number(let number): line += number.isFinite ? "\(number)" : "null"
      case .text(let text): line += quoted(text)
      }
    }
    return line + "}"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\u{0}"..<"\u{20}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

private func timestamp(_ time: Date) -> String {
  time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
}

import YAMLDocuments

/// A value of a job file that has the shape its setting asks for, with its place. Settings that are absent are filled
/// in with their defaults; those with mistakes are left out.
struct CheckedValue: Sendable {
  indirect enum Content: Sendable {
    case flag(Bool)
    case text(String)
    case count(Int)
    case duration(Duration)
    case money(Money)
    case number(Double)
    case scalar(MetadataValue)
    case list([CheckedValue])
    /// A section, a table, or the one chosen key of a `oneOf`.
    case fields([Field])
  }

  struct Field: Sendable {
    var name: String
    /// Where the key stands; of a default, where its section does.
    var keyRange: SourceRange
    var value: CheckedValue
    /// It stands in the file and is not filled in.
    var isWritten = true
  }

  var content: Content
  var range: SourceRange
  /// How a scalar was written: places inside a text are known only where it stands unescaped on one line.
  var style: YAMLNode.ScalarStyle = .plain
  /// Nothing in it had a mistake.
  var isComplete = true
}

extension CheckedValue {
  subscript(name: String) -> CheckedValue? { field(name)?.value }

  func field(_ name: String) -> Field? { fields.first { $0.name == name } }

  var fields: [Field] { if case .fields(let fields) = content { fields } else { [] } }
  var elements: [CheckedValue] { if case .list(let elements) = content { elements } else { [] } }
  var flag: Bool? { if case .flag(let value) = content { value } else { nil } }
  var text: String? { if case .text(let value) = content { value } else { nil } }
  var count: Int? { if case .count(let value) = content { value } else { nil } }
  var duration: Duration? { if case .duration(let value) = content { value } else { nil } }
  var money: Money? { if case .money(let value) = content { value } else { nil } }
  var number: Double? { if case .number(let value) = content { value } else { nil } }
  var scalar: MetadataValue? { if case .scalar(let value) = content { value } else { nil } }
  var texts: [String] { elements.compactMap(\.text) }
}

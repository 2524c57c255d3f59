/// The text of a statement with the values bound to it.
///
/// Interpolated values are bound as parameters, never written into the text:
///
///     "SELECT id FROM conversations WHERE key = \(key) AND tenant = \(tenant)"
///
/// A value has the type of its Swift type: an `Int` is a `bigint`, an `Int32` an `integer`.
///
/// Another `SQL` becomes a part of the text, with its own values. Names that are known only at run time go in as
/// `SQL.Identifier`, which quotes them.
public struct SQL: Sendable {
  enum Piece: Sendable {
    case text(String)
    case value(BoundValue)
  }

  var pieces: [Piece] = []

  /// Takes text that comes from elsewhere as a piece of SQL, as it is. Only for text whose author may run any
  /// statement on this database, such as a mapping file's query.
  public init(trusted text: String) {
    pieces = [.text(text)]
  }

  /// A name, quoted: `SQL.Identifier("app", "messages")` is `"app"."messages"`.
  public struct Identifier: Sendable, Hashable {
    let quoted: String

    public init(_ names: String...) {
      quoted = names.map { name in
        "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
      }.joined(separator: ".")
    }
  }

  public mutating func append(_ other: SQL) {
    pieces += other.pieces
  }

  public static func + (one: SQL, other: SQL) -> SQL {
    var sum = one
    sum.append(other)
    return sum
  }

  /// The text with `$1`, `$2`… for the values, and the values in that order.
  func rendered() -> (text: String, values: [BoundValue]) {
    var text = ""
    var values: [BoundValue] = []
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .value(let value):
        values.append(value)
        text += "$\(values.count)"
      }
    }
    return (text, values)
  }
}

/// A value in the binary format, ready to be sent.
struct BoundValue: Sendable, Equatable {
  var type: PostgresType
  /// Nil is NULL.
  var bytes: [UInt8]?

  init<Value: PostgresValue>(_ value: Value) {
    type = Value.postgresType
    guard !value.isNull else { return }
    var bytes: [UInt8] = []
    value.encode(into: &bytes)
    self.bytes = bytes
  }
}

extension SQL: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) {
    pieces = [.text(text)]
  }

  public init(stringInterpolation: StringInterpolation) {
    pieces = stringInterpolation.pieces
  }

  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var pieces: [Piece] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(2 * interpolationCount + 1)
    }

    public mutating func appendLiteral(_ text: String) {
      pieces.append(.text(text))
    }

    public mutating func appendInterpolation(_ value: some PostgresValue) {
      pieces.append(.value(BoundValue(value)))
    }

    /// Nil is bound as NULL. Apart from the above, as the compiler takes an optional there for a mistake.
    public mutating func appendInterpolation<Value: PostgresValue>(_ value: Value?) {
      pieces.append(.value(BoundValue(value)))
    }

    public mutating func appendInterpolation(_ part: SQL) {
      pieces += part.pieces
    }

    public mutating func appendInterpolation(_ name: Identifier) {
      pieces.append(.text(name.quoted))
    }
  }
}

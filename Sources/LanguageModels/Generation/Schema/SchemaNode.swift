import Transcripts

/// What a schema says of one value.
struct SchemaNode: Sendable, Hashable {
  indirect enum Shape: Sendable, Hashable {
    case boolean
    case number(NumberRules)
    case string(StringRules)
    case enumeration([JSON])
    case array(of: SchemaNode, CountRules)
    /// An object whose keys the model chooses.
    case dictionary(of: SchemaNode)
    case object(ObjectRules)
    case anyOf([SchemaNode])
    /// A definition by its name.
    case reference(String)
    case nullable(SchemaNode)
    /// Any JSON.
    case any
    /// A schema in words that are not ours, passed on and not checked.
    case foreign(JSON)
  }

  var shape: Shape
  var description: String?

  init(_ shape: Shape, description: String? = nil) {
    self.shape = shape
    self.description = description
  }

  static let string = SchemaNode(.string(StringRules()))
  static let integer = SchemaNode(.number(NumberRules(isInteger: true)))
  static let number = SchemaNode(.number(NumberRules(isInteger: false)))
}

struct NumberRules: Sendable, Hashable {
  var isInteger: Bool
  /// Digits as in JSON.
  var minimum: String?
  var maximum: String?
}

struct StringRules: Sendable, Hashable {
  var choices: [String]?
  /// Regular expressions; each must match the whole string.
  var patterns: [String] = []
  /// A format of JSON Schema, such as `date-time`.
  var format: String?
}

struct CountRules: Sendable, Hashable {
  var minimum: Int?
  var maximum: Int?
}

struct ObjectRules: Sendable, Hashable {
  struct Property: Sendable, Hashable {
    var name: String
    var node: SchemaNode
    var isOptional: Bool
  }

  var properties: [Property]
  /// Whether other properties may be there; only schemas that came as JSON are open.
  var isOpen = false
}

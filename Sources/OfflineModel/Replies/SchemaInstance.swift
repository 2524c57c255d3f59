import Transcripts

/// Makes a value that follows a JSON Schema, always the same one: every property, as few elements as are allowed, the first
/// of several choices, numbers as near to zero as they may be, and a given text for strings.
///
/// Knows what structured output is made of; a `pattern` is not followed.
struct SchemaInstance {
  private let root: JSON
  private let text: String
  /// Deeper schemas refer to themselves.
  private static let deepest = 32

  static func value(of schema: JSON, text: String) -> JSON {
    SchemaInstance(root: schema, text: text).value(of: schema, depth: 0)
  }

  private func value(of schema: JSON, depth: Int) -> JSON {
    guard depth < Self.deepest else { return .null }
    if let constant = schema["const"] { return constant }
    if let choice = schema["enum"]?.array?.first { return choice }
    if let path = schema["$ref"]?.string { return value(of: resolve(path), depth: depth + 1) }
    for key in ["anyOf", "oneOf", "allOf"] {
      // What may be null is null, which also ends a schema that refers to itself.
      guard let choices = schema[key]?.array, let first = choices.first else { continue }
      return choices.contains { $0["type"] == "null" } ? .null : value(of: first, depth: depth + 1)
    }
    switch schema["type"]?.string ?? schema["type"]?.array?.first?.string {
    case "object": return object(schema, depth)
    case "array":
      let element = value(of: schema["items"] ?? [:], depth: depth + 1)
      return .array(Array(repeating: element, count: schema["minItems"]?.int ?? 0))
    case "integer", "number": return number(schema)
    case "boolean": return true
    case "string": return .string(text)
    case "null": return .null
    default: return schema["properties"] != nil ? object(schema, depth) : .string(text)
    }
  }

  private func object(_ schema: JSON, _ depth: Int) -> JSON {
    .object(
      (schema["properties"]?.object ?? []).map { JSON.Member($0.key, value(of: $0.value, depth: depth + 1)) })
  }

  private func number(_ schema: JSON) -> JSON {
    if let least = schema["minimum"], let value = least.double, value > 0 { return least }
    if let above = schema["exclusiveMinimum"]?.int, above >= 0 { return JSON(above + 1) }
    if let most = schema["maximum"], let value = most.double, value < 0 { return most }
    return 0
  }

  private func resolve(_ path: String) -> JSON {
    path.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] ?? [:] }
  }
}

public import Transcripts

/// What a model is to write: the structure of a value and the guides on its parts.
///
/// A schema comes from a ``Generable`` type, whose initializer tells it, from a list of properties, or from
/// ``DynamicGenerationSchema`` where it is known at run time only.
///
/// Types are described by code that cannot throw, so a mistake in one (a guide on a property that is not there) is
/// kept in ``problem``; sessions throw it before the first request, and so does reading content as the type.
public struct GenerationSchema: Sendable, Hashable {
  /// A name for servers and logs: of letters, digits, `_` and `-`. Without one for strings, numbers, arrays.
  public private(set) var name: String?

  /// What is wrong with it, or `nil`.
  public internal(set) var problem: SchemaError?

  var root: SchemaNode
  /// What references lead to.
  var definitions: [String: SchemaNode]

  init(name: String?, root: SchemaNode, definitions: [String: SchemaNode] = [:], problem: SchemaError? = nil) {
    self.name = name
    self.root = root
    self.definitions = definitions
    self.problem = problem
  }

  /// The JSON Schema in the ``Flavor/strict`` flavor.
  public var json: JSON { json(.strict) }

  /// What the root says, through references.
  var resolvedRoot: SchemaNode { resolve(root) }

  func resolve(_ node: SchemaNode) -> SchemaNode {
    var node = node
    // A definition may be a reference itself; one that leads back to itself leads nowhere.
    for _ in 0...definitions.count {
      guard case .reference(let name) = node.shape, let next = definitions[name] else { return node }
      node = next
    }
    return node
  }

  /// - Throws: ``problem``.
  public func validate() throws(SchemaError) {
    if let problem { throw problem }
  }

  /// The name of a type as a schema's: its path without the module, and nothing but letters, digits, `_` and `-`.
  static func name(of type: Any.Type) -> String {
    var text = String(reflecting: type)
    // A type inside a function is printed with the address of its surroundings.
    while let start = text.firstRange(of: "(unknown context at "),
      let end = text[start.upperBound...].firstIndex(of: ")")
    {
      let after = text.index(after: end)
      text.removeSubrange(
        start.lowerBound..<(after < text.endIndex && text[after] == "." ? text.index(after: after) : after))
    }
    let path = text.split(separator: ".", maxSplits: 1)
    return sanitized(path.count == 2 ? String(path[1]) : text)
  }

  static func sanitized(_ name: String) -> String {
    let mapped = name.unicodeScalars.map { scalar -> Character in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-")
        ? Character(scalar) : "_"
    }
    return String(mapped.prefix(64))
  }
}

extension GenerationSchema: CustomDebugStringConvertible {
  public var debugDescription: String { problem?.description ?? json(.plain).text }
}

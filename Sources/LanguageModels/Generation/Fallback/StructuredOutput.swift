public import Transcripts

/// A schema as servers with structured output take it: its root is an object, which others are wrapped in.
public struct StructuredOutput: Sendable, Hashable {
  /// A name for the server.
  public let name: String
  /// The JSON Schema, strict flavor.
  public let schema: JSON
  /// Whether a server may be told to be strict: some schemas allow more than strict servers can.
  public let isStrict: Bool
  /// The property that holds the value, where the root had to be wrapped.
  public let wrapper: String?

  /// The value in what the server sent.
  public func unwrap(_ content: GeneratedContent) -> GeneratedContent {
    guard let wrapper else { return content }
    // A server that does not keep to schemas may have sent the value alone.
    guard case .object(let members) = content.json, members.count == 1 else { return content }
    return content[property: wrapper] ?? content
  }
}

extension GenerationSchema {
  /// The schema as a server's structured output. A recursive root stays a reference inside the wrapper.
  public var structuredOutput: StructuredOutput {
    let isObject = if case .object = resolvedRoot.shape { true } else { false }
    let wrapper = isObject ? nil : "value"
    var schema = self
    if let wrapper {
      let property = ObjectRules.Property(name: wrapper, node: root, isOptional: false)
      schema.root = SchemaNode(.object(ObjectRules(properties: [property])))
    }
    return StructuredOutput(
      name: name ?? "answer", schema: schema.json(.strict), isStrict: isStrictCompatible, wrapper: wrapper)
  }

  private var isStrictCompatible: Bool {
    func isClosed(_ node: SchemaNode) -> Bool {
      switch node.shape {
      case .any, .foreign: false
      default: node.children.allSatisfy(isClosed)
      }
    }
    return isClosed(root) && definitions.values.allSatisfy(isClosed)
  }
}

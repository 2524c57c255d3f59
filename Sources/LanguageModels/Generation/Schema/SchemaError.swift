extension GenerationSchema {
  /// What is wrong with a schema. It names types and properties of the program, never text of a conversation.
  public enum SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Two different schemas have one name.
    case duplicateType(schema: String?, type: String)
    /// Two properties have one name.
    case duplicateProperty(schema: String, property: String)
    /// A choice among no alternatives.
    case emptyTypeChoices(schema: String)
    /// References to schemas that are not among the dependencies.
    case undefinedReferences(schema: String?, references: [String])
    /// A guide for a property that the type does not have.
    case unknownProperty(schema: String, property: String, known: [String])
    /// A guide that says nothing about values of the property's type, or cannot be fulfilled.
    case unsuitableGuide(schema: String, property: String?, reason: String)
    /// A type whose initializer does not tell what it reads; its schema has to be written by hand.
    case underivable(type: String, reason: String)

    public var description: String {
      switch self {
      case .duplicateType(let schema, let type): "\(of(schema)): two different types are called \(type)"
      case .duplicateProperty(let schema, let property): "schema \(schema): two properties are called \(property)"
      case .emptyTypeChoices(let schema): "schema \(schema): a choice needs at least one alternative"
      case .undefinedReferences(let schema, let references):
        "\(of(schema)): nothing defines \(references.joined(separator: ", "))"
      case .unknownProperty(let schema, let property, let known):
        "schema \(schema): a guide for \(property), expected one of \(known.joined(separator: ", "))"
      case .unsuitableGuide(let schema, let property, let reason):
        "schema \(schema)\(property.map { ", property \($0)" } ?? ""): \(reason)"
      case .underivable(let type, let reason): "no schema can be derived from \(type): \(reason)"
      }
    }

    private func of(_ schema: String?) -> String { schema.map { "schema \($0)" } ?? "schema" }
  }
}

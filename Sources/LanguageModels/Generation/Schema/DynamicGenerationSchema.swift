/// A schema put together at run time; ``GenerationSchema/init(root:dependencies:)`` checks it.
public struct DynamicGenerationSchema: Sendable {
  /// A property of an object.
  public struct Property: Sendable {
    let name: String
    let description: String?
    let schema: DynamicGenerationSchema
    let isOptional: Bool

    /// A property with a key in the JSON.
    public init(name: String, description: String? = nil, schema: DynamicGenerationSchema, isOptional: Bool = false) {
      self.name = name
      self.description = description
      self.schema = schema
      self.isOptional = isOptional
    }
  }

  indirect enum Content: Sendable {
    case object([Property])
    case choice([DynamicGenerationSchema])
    case strings([String])
    case array(DynamicGenerationSchema, CountRules)
    case type(any Generable.Type, [GuideRule])
    case reference(String)
  }

  let name: String?
  let description: String?
  let content: Content

  private init(_ name: String?, _ description: String?, _ content: Content) {
    self.name = name
    self.description = description
    self.content = content
  }

  /// An object with properties.
  public init(name: String, description: String? = nil, properties: [Property]) {
    self.init(name, description, .object(properties))
  }

  /// One of some schemas.
  public init(name: String, description: String? = nil, anyOf choices: [DynamicGenerationSchema]) {
    self.init(name, description, .choice(choices))
  }

  /// One of some strings.
  public init(name: String, description: String? = nil, anyOf choices: [String]) {
    self.init(name, description, .strings(choices))
  }

  /// An array.
  public init(arrayOf element: DynamicGenerationSchema, minimumElements: Int? = nil, maximumElements: Int? = nil) {
    self.init(nil, nil, .array(element, CountRules(minimum: minimumElements, maximum: maximumElements)))
  }

  /// What a type describes, narrowed by guides.
  public init<Value: Generable>(type: Value.Type, guides: [GenerationGuide<Value>] = []) {
    self.init(nil, nil, .type(type, guides.flatMap(\.rules)))
  }

  /// The schema of a name, which is the root's, a dependency's, or that of a part of these.
  public init(referenceTo name: String) {
    self.init(nil, nil, .reference(name))
  }
}

extension GenerationSchema {
  /// A schema with those that it refers to.
  ///
  /// - Throws: ``SchemaError`` where names are missing or taken, or a choice has no alternatives.
  public init(root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema] = []) throws(SchemaError) {
    let name = root.name.map(GenerationSchema.sanitized)
    var schema = SchemaContext.within { context in
      var builder = DynamicSchemaBuilder(context: context)
      do throws(SchemaError) {
        let node = try builder.node(root)
        for dependency in dependencies { _ = try builder.node(dependency) }
        return GenerationSchema(name: name, root: node)
      } catch {
        return GenerationSchema(name: name, root: SchemaNode(.any), problem: error)
      }
    }
    if schema.problem == nil {
      let missing = schema.undefinedReferences
      if !missing.isEmpty { schema.problem = .undefinedReferences(schema: name, references: missing) }
    }
    try schema.validate()
    self = schema
  }
}

private struct DynamicSchemaBuilder {
  let context: SchemaContext
  var names: Set<String> = []

  typealias Failure = GenerationSchema.SchemaError

  mutating func node(_ schema: DynamicGenerationSchema) throws(Failure) -> SchemaNode {
    guard let name = schema.name.map(GenerationSchema.sanitized) else { return try body(schema, name: "array") }
    guard names.insert(name).inserted else { throw .duplicateType(schema: nil, type: name) }
    try context.define(name, try body(schema, name: name))
    return SchemaNode(.reference(name))
  }

  private mutating func body(_ schema: DynamicGenerationSchema, name: String) throws(Failure) -> SchemaNode {
    var result: SchemaNode
    switch schema.content {
    case .object(let properties): result = SchemaNode(.object(ObjectRules(properties: try nodes(properties, of: name))))
    case .choice(let choices):
      if choices.isEmpty { throw .emptyTypeChoices(schema: name) }
      var nodes: [SchemaNode] = []
      for choice in choices { nodes.append(try node(choice)) }
      result = SchemaNode(.anyOf(nodes))
    case .strings(let choices):
      if choices.isEmpty { throw .emptyTypeChoices(schema: name) }
      result = SchemaNode(.string(StringRules(choices: choices)))
    case .array(let element, let count):
      result = SchemaNode(.array(of: try node(element), CountRules()))
      let rules = [count.minimum.map(GuideRule.minimumCount), count.maximum.map(GuideRule.maximumCount)]
      try result.apply(rules.compactMap(\.self), in: context, schema: name, property: nil)
    case .type(let type, let rules):
      result = try context.node(of: type.generationSchema)
      try result.apply(rules, in: context, schema: GenerationSchema.name(of: type), property: nil)
    case .reference(let target): result = SchemaNode(.reference(GenerationSchema.sanitized(target)))
    }
    result.description = schema.description ?? result.description
    return result
  }

  private mutating func nodes(
    _ properties: [DynamicGenerationSchema.Property], of name: String
  ) throws(Failure) -> [ObjectRules.Property] {
    var nodes: [ObjectRules.Property] = []
    for property in properties {
      if nodes.contains(where: { $0.name == property.name }) {
        throw .duplicateProperty(schema: name, property: property.name)
      }
      var node = try node(property.schema)
      node.description = property.description ?? node.description
      nodes.append(ObjectRules.Property(name: property.name, node: node, isOptional: property.isOptional))
    }
    return nodes
  }
}

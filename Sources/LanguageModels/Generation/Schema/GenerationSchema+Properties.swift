import Synchronization

extension GenerationSchema {
  /// A property of a type, for schemas written by hand.
  public struct Property: Sendable {
    /// The key in the JSON.
    public let name: String
    let description: String?
    let rules: [GuideRule]
    let isOptional: Bool
    let type: any Generable.Type

    /// A property that must be there.
    @_disfavoredOverload  // An optional type is generable too: it means the initializer below.
    public init<Value: Generable>(
      name: String, description: String? = nil, type: Value.Type, guides: [GenerationGuide<Value>] = []
    ) {
      self.init(name, description, guides.flatMap(\.rules), isOptional: false, type)
    }

    /// A property that may be missing or null.
    public init<Value: Generable>(
      name: String, description: String? = nil, type: Value?.Type, guides: [GenerationGuide<Value>] = []
    ) {
      self.init(name, description, guides.flatMap(\.rules), isOptional: true, Value.self)
    }

    /// A string that expressions match as a whole.
    public init<Output>(
      name: String, description: String? = nil, type: String.Type, guides: [Regex<Output>]
    ) {
      self.init(name, description, guides.flatMap { GenerationGuide.pattern($0).rules }, isOptional: false, type)
    }

    private init(
      _ name: String, _ description: String?, _ rules: [GuideRule], isOptional: Bool, _ type: any Generable.Type
    ) {
      self.name = name
      self.description = description
      self.rules = rules
      self.isOptional = isOptional
      self.type = type
    }
  }

  /// The schema of a type with properties, in the order in which the model is to write them.
  public init(type: any Generable.Type, description: String? = nil, properties: [Property]) {
    self = SchemaContext.within { context in
      context.schema(of: type) { () throws(SchemaError) in
        let name = GenerationSchema.name(of: type)
        var nodes: [ObjectRules.Property] = []
        for property in properties {
          if nodes.contains(where: { $0.name == property.name }) {
            throw .duplicateProperty(schema: name, property: property.name)
          }
          var node = try context.node(of: property.type.generationSchema)
          try node.apply(property.rules, in: context, schema: name, property: property.name)
          node.description = property.description ?? node.description
          nodes.append(ObjectRules.Property(name: property.name, node: node, isOptional: property.isOptional))
        }
        return SchemaNode(.object(ObjectRules(properties: nodes)), description: description)
      }
    }
  }

  /// The schema of a string that is one of some.
  public init(type: any Generable.Type, description: String? = nil, anyOf choices: [String]) {
    self = SchemaContext.within { context in
      context.schema(of: type) { () throws(SchemaError) in
        if choices.isEmpty { throw .emptyTypeChoices(schema: GenerationSchema.name(of: type)) }
        return SchemaNode(.string(StringRules(choices: choices)), description: description)
      }
    }
  }

  /// The schema of a value of one of some types.
  public init(type: any Generable.Type, description: String? = nil, anyOf types: [any Generable.Type]) {
    self = SchemaContext.within { context in
      context.schema(of: type) { () throws(SchemaError) in
        if types.isEmpty { throw .emptyTypeChoices(schema: GenerationSchema.name(of: type)) }
        var nodes: [SchemaNode] = []
        for type in types { nodes.append(try context.node(of: type.generationSchema)) }
        return SchemaNode(.anyOf(nodes), description: description)
      }
    }
  }
}

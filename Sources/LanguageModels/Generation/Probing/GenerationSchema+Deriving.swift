import FoundationEssentials
import Transcripts

extension GenerationSchema {
  /// The schema of a type, derived from what its `init(from:)` reads. Any mistake is its ``problem``.
  ///
  /// For ``Generable`` types this is the default of ``Generable/generationSchema``; other types need no conformance.
  public static func derived(from type: any Decodable.Type) -> GenerationSchema {
    SchemaContext.within { context in
      do throws(SchemaError) {
        let derivation = SchemaDerivation(context: context)
        return GenerationSchema(name: name(of: type), root: try derivation.derive(type))
      } catch {
        return GenerationSchema(name: name(of: type), root: SchemaNode(.any), problem: error)
      }
    }
  }
}

/// Describes types by what their initializers read.
struct SchemaDerivation {
  let context: SchemaContext

  typealias Failure = GenerationSchema.SchemaError

  /// The node of any type that a property may have.
  func node(of type: Any.Type, choices: [String] = []) throws(Failure) -> SchemaNode {
    if let type = type as? any OptionalShape.Type {
      return SchemaNode(.nullable(try node(of: type.wrappedType, choices: choices)))
    }
    if let type = type as? any ListShape.Type {
      return SchemaNode(.array(of: try node(of: type.elementType, choices: choices), CountRules()))
    }
    if let type = type as? any StringKeyedShape.Type {
      return SchemaNode(.dictionary(of: try node(of: type.valueType, choices: choices)))
    }
    if type is any FixedWidthInteger.Type { return .integer(of: type) }
    if type == JSON.self { return SchemaNode(.any) }
    if !choices.isEmpty, type != String.self, EnumerationCases(type) == nil, let node = chosen(type, choices) {
      return node
    }
    if let type = type as? any Generable.Type { return try context.node(of: type.generationSchema) }
    if let type = type as? any Decodable.Type { return try derive(type) }
    throw .underivable(type: "\(type)", reason: "it cannot be decoded")
  }

  /// The node of a type that is described by probing, as a definition where it is an object.
  func derive(_ type: any Decodable.Type) throws(Failure) -> SchemaNode {
    let generable = type as? any Generable.Type
    if let cases = EnumerationCases(type) {
      let strings = cases.names.compactMap(\.string)
      let isString = strings.count == cases.names.count
      return SchemaNode(
        isString ? .string(StringRules(choices: strings)) : .enumeration(cases.names),
        description: generable?.generationDescription)
    }
    return try context.node(of: type) { () throws(Failure) in
      try describe(type, guides: generable?.guides ?? [], description: generable?.generationDescription)
    }
  }

  private func describe(_ type: any Decodable.Type, guides: [Guide], description: String?) throws(Failure) -> SchemaNode
  {
    let name = GenerationSchema.name(of: type)
    let propertyChoices = Guide.propertyChoices(guides)
    let decoder = ProbingDecoder(variant: .low, propertyChoices: propertyChoices, depth: 1)
    try probe(type, decoder)
    var node = try self.node(of: decoder.reads, type: type, choices: propertyChoices)
    node.description = description
    guard !guides.isEmpty else { return node }
    guard case .object(var rules) = node.shape else {
      throw .unsuitableGuide(schema: name, property: nil, reason: "guides stand beside properties, and it has none")
    }
    for guide in guides {
      let property = try self.property(of: guide, type: type, propertyChoices: propertyChoices, known: rules)
      guard let index = rules.properties.firstIndex(where: { $0.name == property }) else {
        throw .unknownProperty(schema: name, property: property, known: rules.properties.map(\.name))
      }
      try rules.properties[index].node.apply(guide.rules, in: context, schema: name, property: property)
    }
    node.shape = .object(rules)
    return node
  }

  /// Runs the initializer. Its failure matters only where it had not read everything.
  private func probe(_ type: any Decodable.Type, _ decoder: ProbingDecoder) throws(Failure) {
    let name = "\(type)"
    do {
      _ = try type.init(from: decoder)
    } catch let error as EndlessTypeError {
      throw .underivable(type: name, reason: "\(error.type) contains itself without an optional or an array between")
    } catch {
      let reason =
        decoder.reads.listsKeys
        ? "it asks which keys there are, as enumerations with associated values do; write its generationSchema by hand"
        : decoder.reads.single != nil
          ? "it accepts only some values; make it CaseIterable, or give the property Guide(\"name\", .anyOf([…]))"
          : "its initializer refuses made-up values (or that of a property does); write generationSchema by hand"
      throw .underivable(type: name, reason: reason)
    }
  }

  private func node(of reads: ProbedReads, type: any Decodable.Type, choices: [String: [String]]) throws(Failure)
    -> SchemaNode
  {
    if let single = reads.single { return try node(of: single) }
    if reads.isUnkeyed {
      var elements: [SchemaNode] = []
      for element in reads.elements {
        let node = try node(of: element, type: type)
        if !elements.contains(node) { elements.append(node) }
      }
      let element = elements.count == 1 ? elements[0] : SchemaNode(elements.isEmpty ? .any : .anyOf(elements))
      return SchemaNode(.array(of: element, CountRules()))
    }
    if reads.listsKeys && reads.properties.isEmpty {
      throw .underivable(type: "\(type)", reason: "it asks which keys there are; write its generationSchema by hand")
    }
    var properties: [ObjectRules.Property] = []
    for (name, read, isOptional) in reads.properties {
      let node = try node(of: read, type: type, choices: choices[name] ?? [])
      properties.append(ObjectRules.Property(name: name, node: node, isOptional: isOptional))
    }
    return SchemaNode(.object(ObjectRules(properties: properties)))
  }

  private func node(of read: ProbedReads.Read, type: any Decodable.Type, choices: [String] = []) throws(Failure)
    -> SchemaNode
  {
    switch read {
    case .value(let value): try node(of: value, choices: choices)
    case .nested(let reads): try node(of: reads, type: type, choices: [:])
    }
  }

  /// The node of a type that is a string and accepts the choices, but does not list its cases.
  private func chosen(_ type: Any.Type, _ choices: [String]) -> SchemaNode? {
    guard let type = type as? any Decodable.Type else { return nil }
    let decoder = ProbingDecoder(variant: .low, choices: choices, depth: 1)
    guard (try? type.init(from: decoder)) != nil, decoder.reads.single == String.self else { return nil }
    return SchemaNode(.string(StringRules(choices: choices)))
  }

  private func property(
    of guide: Guide, type: any Decodable.Type, propertyChoices: [String: [String]], known: ObjectRules
  ) throws(Failure) -> String {
    switch guide.subject {
    case .name(let name): return name
    case .keyPath(let path):
      let names = PropertyNames.names(
        at: path, of: type, among: known.properties.map(\.name), propertyChoices: propertyChoices)
      guard let name = names.first, names.count == 1 else {
        throw .unsuitableGuide(
          schema: GenerationSchema.name(of: type), property: nil,
          reason: "a guide's key path is not that of one stored property; name the property by its key")
      }
      return name
    }
  }
}

extension Guide {
  /// The strings that guides leave to choose from, for properties given by name.
  static func propertyChoices(_ guides: [Guide]) -> [String: [String]] {
    var choices: [String: [String]] = [:]
    for guide in guides {
      if case .name(let property) = guide.subject { choices[property] = GuideRule.choices(guide.rules) }
    }
    return choices
  }
}

extension GuideRule {
  /// The strings that rules leave to choose from, for the property or its elements.
  static func choices(_ rules: [GuideRule]) -> [String] {
    for rule in rules {
      switch rule {
      case .anyOf(let choices): return choices
      case .element(let rules): return choices(rules)
      default: continue
      }
    }
    return []
  }
}

extension SchemaNode {
  /// An integer of a width. What 64 bits hold goes without saying.
  fileprivate static func integer(of type: Any.Type) -> SchemaNode {
    func bounds<Value: FixedWidthInteger>(_ type: Value.Type) -> NumberRules {
      let isWide = type.bitWidth >= 64
      return NumberRules(
        isInteger: true, minimum: isWide && type.isSigned ? nil : "\(type.min)", maximum: isWide ? nil : "\(type.max)")
    }
    return SchemaNode(.number((type as? any FixedWidthInteger.Type).map { bounds($0) } ?? NumberRules(isInteger: true)))
  }
}

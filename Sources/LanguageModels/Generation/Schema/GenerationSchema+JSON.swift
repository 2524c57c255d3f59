public import Transcripts

extension GenerationSchema {
  /// How a schema is written as JSON Schema.
  public enum Flavor: Sendable, Hashable {
    /// As servers with strict structured output want it: every property required, an optional one a union with
    /// null, no other properties, a dictionary as an array of `{"key":…,"value":…}` objects, and no formats
    /// that OpenAI does not list. Content of either flavor can be read.
    case strict
    /// Usual JSON Schema, with titles: optional properties may be absent, dictionaries are objects.
    case plain
  }

  /// The JSON Schema. Keys come in the order in which the model is to write the properties.
  ///
  /// Types that contain themselves or are used more than once stand in `$defs`.
  public func json(_ flavor: Flavor) -> JSON {
    let writer = SchemaWriter(schema: self, flavor: flavor)
    var json = writer.json(of: root, isRoot: true)
    if flavor == .plain, let name { json = .object([JSON.Member("title", .string(name))] + (json.object ?? [])) }
    let shared = writer.shared.sorted()
    if !shared.isEmpty {
      json.set("$defs", to: .object(shared.map { JSON.Member($0, writer.definition($0)) }))
    }
    return json
  }
}

/// Writes the nodes of one schema.
private struct SchemaWriter {
  let schema: GenerationSchema
  let flavor: GenerationSchema.Flavor
  /// Names of the definitions that stand in `$defs`; others stand where they are used.
  let shared: Set<String>

  init(schema: GenerationSchema, flavor: GenerationSchema.Flavor) {
    self.schema = schema
    self.flavor = flavor
    var uses: [String: Int] = [:]
    var recursive: Set<String> = []
    var path: Set<String> = []
    var finished: Set<String> = []
    var foreign: Set<String> = []
    func visit(_ node: SchemaNode) {
      if case .reference(let name) = node.shape {
        uses[name, default: 0] += 1
        if path.contains(name) { recursive.insert(name) }
        if !path.contains(name) && !finished.contains(name), let definition = schema.definitions[name] {
          path.insert(name)
          visit(definition)
          path.remove(name)
          finished.insert(name)
        }
      }
      if case .foreign(let json) = node.shape {
        for name in json.referencedDefinitions {
          foreign.insert(name)
          visit(SchemaNode(.reference(name)))
        }
      }
      node.children.forEach(visit)
    }
    visit(schema.root)
    shared = Set(
      uses.filter { name, count in
        guard let definition = schema.definitions[name] else { return false }
        return recursive.contains(name) || foreign.contains(name) || count > 1 && definition.isLarge
      }.keys)
  }

  func definition(_ name: String) -> JSON { json(of: schema.definitions[name]!) }

  func json(of node: SchemaNode, isRoot: Bool = false) -> JSON {
    var members: [JSON.Member] = []
    if let description = node.description { members.append(JSON.Member("description", .string(description))) }
    switch node.shape {
    case .boolean: members.append(JSON.Member("type", "boolean"))
    case .number(let rules):
      members.append(JSON.Member("type", rules.isInteger ? "integer" : "number"))
      if let minimum = rules.minimum { members.append(JSON.Member("minimum", .number(minimum))) }
      if let maximum = rules.maximum { members.append(JSON.Member("maximum", .number(maximum))) }
    case .string(let rules): members += string(rules)
    case .enumeration(let values): members.append(JSON.Member("enum", .array(values)))
    case .array(let element, let count):
      members += [JSON.Member("type", "array"), JSON.Member("items", json(of: element))]
      if let minimum = count.minimum { members.append(JSON.Member("minItems", JSON(minimum))) }
      if let maximum = count.maximum { members.append(JSON.Member("maxItems", JSON(maximum))) }
    case .dictionary(let value): members += dictionary(json(of: value))
    case .object(let rules): members += object(rules)
    case .anyOf(let nodes): members.append(JSON.Member("anyOf", .array(nodes.map { json(of: $0) })))
    case .reference(let name): members = reference(name, description: node.description, isRoot: isRoot)
    case .nullable(let inner): members += nullable(inner)
    case .any: break
    case .foreign(let json): return json
    }
    return .object(members)
  }

  private func string(_ rules: StringRules) -> [JSON.Member] {
    var members = [JSON.Member("type", "string")]
    if let choices = rules.choices { members.append(JSON.Member("enum", .array(choices.map { .string($0) }))) }
    if rules.patterns.count == 1 {
      members.append(JSON.Member("pattern", .string(anchored(rules.patterns[0]))))
    } else if !rules.patterns.isEmpty {
      // JSON Schema has one pattern a schema: each of several looks ahead.
      let all = rules.patterns.map { "(?=\(anchored($0)))" }.joined()
      members.append(JSON.Member("pattern", .string("^\(all).*$")))
    }
    if let format = rules.format, flavor == .plain || SchemaWriter.strictFormats.contains(format) {
      members.append(JSON.Member("format", .string(format)))
    }
    return members
  }

  private static let strictFormats: Set<String> = [
    "date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid",
  ]

  private func dictionary(_ value: JSON) -> [JSON.Member] {
    guard flavor == .strict else {
      return [JSON.Member("type", "object"), JSON.Member("additionalProperties", value)]
    }
    let pair: JSON = [
      "type": "object", "properties": ["key": ["type": "string"], "value": value], "required": ["key", "value"],
      "additionalProperties": false,
    ]
    return [JSON.Member("type", "array"), JSON.Member("items", pair)]
  }

  private func object(_ rules: ObjectRules) -> [JSON.Member] {
    let required = rules.properties.filter { flavor == .strict || !$0.isOptional }.map(\.name)
    let properties = rules.properties.map { property in
      let isUnion = flavor == .strict && property.isOptional
      let node = isUnion ? property.node.orNull : property.node
      return JSON.Member(property.name, json(of: node))
    }
    var members = [
      JSON.Member("type", "object"), JSON.Member("properties", .object(properties)),
      JSON.Member("required", .array(required.map { .string($0) })),
    ]
    if flavor == .strict || !rules.isOpen { members.append(JSON.Member("additionalProperties", false)) }
    return members
  }

  private func reference(_ name: String, description: String?, isRoot: Bool) -> [JSON.Member] {
    if let definition = schema.definitions[name], isRoot || !shared.contains(name) {
      var node = definition
      node.description = description ?? definition.description
      return json(of: node).object ?? []
    }
    let reference: JSON = ["$ref": .string("#/$defs/\(name)")]
    // Strict servers accept nothing beside `$ref`.
    guard let description else { return reference.object! }
    return [JSON.Member("description", .string(description)), JSON.Member("anyOf", [reference])]
  }

  private func nullable(_ inner: SchemaNode) -> [JSON.Member] {
    var members = json(of: inner).object ?? []
    if let index = members.firstIndex(where: { $0.key == "type" }), members[index].value.string != nil,
      !members.contains(where: { $0.key == "properties" })
    {
      members[index].value = [members[index].value, "null"]
      if let index = members.firstIndex(where: { $0.key == "enum" }) {
        members[index].value = .array((members[index].value.array ?? []) + [.null])
      }
      return members
    }
    return [JSON.Member("anyOf", [.object(members), ["type": "null"]])]
  }
}

/// The pattern as JSON Schema wants it: anchored at both ends, since it searches.
private func anchored(_ pattern: String) -> String {
  if pattern.hasPrefix("^") && pattern.hasSuffix("$") && !pattern.hasSuffix("\\$") { return pattern }
  return pattern.contains("|") ? "^(\(pattern))$" : "^\(pattern)$"
}

extension SchemaNode {
  var children: [SchemaNode] {
    switch shape {
    case .array(let node, _), .dictionary(let node), .nullable(let node): [node]
    case .object(let rules): rules.properties.map(\.node)
    case .anyOf(let nodes): nodes
    default: []
    }
  }

  /// Whether repeating it would cost more than a reference.
  fileprivate var isLarge: Bool {
    switch shape {
    case .object, .anyOf, .array, .dictionary: true
    default: false
    }
  }

  var orNull: SchemaNode {
    if case .nullable = shape { return self }
    return SchemaNode(.nullable(SchemaNode(shape)), description: description)
  }
}

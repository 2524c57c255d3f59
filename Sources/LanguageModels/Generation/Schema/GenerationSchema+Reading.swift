public import Transcripts

extension GenerationSchema {
  /// Reads a JSON Schema, such as that of a tool of another program.
  ///
  /// Keywords that are not understood are passed on as they are, and values under them are not checked.
  public init(json: JSON, name: String? = nil) {
    var definitions: [String: SchemaNode] = [:]
    for key in ["$defs", "definitions"] {
      for member in json[key]?.object ?? [] { definitions[member.key] = SchemaNode(reading: member.value) }
    }
    let members = (json.object ?? []).filter { !["$defs", "definitions", "$schema", "title"].contains($0.key) }
    let root = json.object == nil ? json : .object(members)
    self.init(
      name: (name ?? json["title"]?.string).map(GenerationSchema.sanitized), root: SchemaNode(reading: root),
      definitions: definitions)
    let missing = undefinedReferences
    if !missing.isEmpty { problem = .undefinedReferences(schema: self.name, references: missing) }
  }

  /// The names that references give and nothing defines, and those whose definition is only a reference to itself.
  var undefinedReferences: [String] {
    var missing: Set<String> = []
    func visit(_ node: SchemaNode) {
      if case .reference(let name) = node.shape, case .reference = resolve(node).shape { missing.insert(name) }
      if case .foreign(let json) = node.shape {
        missing.formUnion(json.referencedDefinitions.filter { definitions[$0] == nil })
      }
      node.children.forEach(visit)
    }
    visit(root)
    definitions.values.forEach(visit)
    return missing.sorted()
  }
}

extension GenerationSchema: Codable {
  /// Encodes the JSON Schema in the ``Flavor/plain`` flavor.
  ///
  /// - Throws: ``problem``.
  public func encode(to encoder: any Encoder) throws {
    try validate()
    try GeneratedContent(json(.plain)).encode(to: encoder)
  }

  /// Decodes a JSON Schema.
  public init(from decoder: any Decoder) throws {
    self.init(json: try GeneratedContent(from: decoder).json)
    try validate()
  }
}

extension SchemaNode {
  fileprivate init(reading json: JSON) {
    self = SchemaNode.understood(json) ?? SchemaNode(.foreign(json))
  }

  /// `nil` where a keyword would be lost.
  private static func understood(_ json: JSON) -> SchemaNode? {
    guard var members = json.object else { return json.bool == true ? SchemaNode(.any) : nil }
    var description: String?
    if let index = members.firstIndex(where: { $0.key == "description" }) {
      description = members.remove(at: index).value.string
    }
    let keys = Set(members.map(\.key))
    guard keys.count == members.count else { return nil }
    let body = JSON.object(members)
    guard let shape = shape(body, keys) else { return nil }
    return SchemaNode(shape, description: description)
  }

  private static func shape(_ json: JSON, _ keys: Set<String>) -> Shape? {
    if keys.isEmpty { return .any }
    if keys == ["$ref"] { return json.referencedDefinitions.first.map { .reference($0) } }
    if keys == ["anyOf"], let choices = json["anyOf"]?.array, !choices.isEmpty { return choice(choices) }
    if let values = json["enum"]?.array, keys == ["enum"], !values.isEmpty { return .enumeration(values) }
    if let value = json["const"], keys.isSubset(of: ["const", "type"]) { return .enumeration([value]) }
    if let types = json["type"]?.array { return union(json, types) }
    return json["type"]?.string.flatMap { shape(json, keys.subtracting(["type"]), type: $0) }
  }

  private static func choice(_ choices: [JSON]) -> Shape {
    let null: JSON = ["type": "null"]
    if choices.count == 2, choices.contains(null), let other = choices.first(where: { $0 != null }) {
      return .nullable(SchemaNode(reading: other))
    }
    return choices.count == 1 ? SchemaNode(reading: choices[0]).shape : .anyOf(choices.map { SchemaNode(reading: $0) })
  }

  /// `"type": ["string", "null"]`
  private static func union(_ json: JSON, _ types: [JSON]) -> Shape? {
    let others = types.filter { $0 != "null" }
    guard others.count == 1, types.count == 2 else { return nil }
    var inner = json
    inner.set("type", to: others[0])
    if let values = json["enum"]?.array { inner.set("enum", to: .array(values.filter { !$0.isNull })) }
    return understood(inner).map { .nullable($0) }
  }

  private static func shape(_ json: JSON, _ keys: Set<String>, type: String) -> Shape? {
    switch type {
    case "boolean" where keys.isEmpty: return .boolean
    case "integer", "number":
      let bounds = (json["minimum"], json["maximum"])
      guard keys.isSubset(of: ["minimum", "maximum"]), bounds.0?.double != nil || bounds.0 == nil,
        bounds.1?.double != nil || bounds.1 == nil
      else { return nil }
      return .number(NumberRules(isInteger: type == "integer", minimum: bounds.0?.text, maximum: bounds.1?.text))
    case "string": return string(json, keys)
    case "array":
      guard keys.isSubset(of: ["items", "minItems", "maxItems"]) else { return nil }
      let count = CountRules(minimum: json["minItems"]?.int, maximum: json["maxItems"]?.int)
      return .array(of: json["items"].map { SchemaNode(reading: $0) } ?? SchemaNode(.any), count)
    case "object": return object(json, keys)
    default: return nil
    }
  }

  private static func string(_ json: JSON, _ keys: Set<String>) -> Shape? {
    guard keys.isSubset(of: ["enum", "pattern", "format"]) else { return nil }
    let choices = json["enum"]?.array?.map(\.string)
    if choices?.contains(nil) == true || choices?.isEmpty == true { return nil }
    let pattern = json["pattern"]?.string
    // One that is not anchored searches; ours match as a whole.
    if let pattern, !pattern.hasPrefix("^") || !pattern.hasSuffix("$") || (try? Regex(pattern)) == nil { return nil }
    return .string(
      StringRules(
        choices: choices?.compactMap(\.self), patterns: pattern.map { [$0] } ?? [], format: json["format"]?.string))
  }

  private static func object(_ json: JSON, _ keys: Set<String>) -> Shape? {
    guard keys.isSubset(of: ["properties", "required", "additionalProperties"]) else { return nil }
    let others = json["additionalProperties"]
    if json["properties"] == nil, let others, others.object != nil {
      return .dictionary(of: SchemaNode(reading: others))
    }
    guard others == nil || others?.bool != nil else { return nil }
    let required = Set((json["required"]?.array ?? []).compactMap(\.string))
    let properties = (json["properties"]?.object ?? []).map {
      ObjectRules.Property(name: $0.key, node: SchemaNode(reading: $0.value), isOptional: !required.contains($0.key))
    }
    return .object(ObjectRules(properties: properties, isOpen: others?.bool != false))
  }
}

extension JSON {
  /// The names of the definitions that `$ref`s anywhere inside lead to.
  var referencedDefinitions: [String] {
    switch self {
    case .array(let elements): return elements.flatMap(\.referencedDefinitions)
    case .object(let members):
      return members.flatMap { member -> [String] in
        guard member.key == "$ref", let target = member.value.string else { return member.value.referencedDefinitions }
        for prefix in ["#/$defs/", "#/definitions/"] where target.hasPrefix(prefix) {
          return [String(target.dropFirst(prefix.count))]
        }
        return []
      }
    default: return []
    }
  }
}

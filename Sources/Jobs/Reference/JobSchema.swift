import Transcripts

/// The JSON Schema of job files, for editors: `jobs/job.schema.json`.
///
/// It is made from the settings' description, and accepts every file that ``Job/load(text:file:)`` accepts. It cannot
/// say everything: that a stage's model exists, say.
public enum JobSchema {
  /// Draft 7, since that is what editors read, indented, with a final newline.
  public static var text: String {
    var root = schema(of: JobDescription.job)
    root.insert(
      contentsOf: [
        JSON.Member("$schema", "http://json-schema.org/draft-07/schema#"),
        JSON.Member("title", "A job of the transcript compactor"),
      ], at: 0)
    return JSON.object(root).indentedText + "\n"
  }

  private static func schema(of section: Section) -> [JSON.Member] {
    var members: [JSON.Member] = [
      JSON.Member("type", section.settings.contains(where: \.isRequired) ? "object" : ["object", "null"]),
      JSON.Member("properties", properties(section.settings)),
    ]
    let required = section.settings.filter(\.isRequired).map { JSON.string($0.name) }
    if !required.isEmpty { members.append(JSON.Member("required", .array(required))) }
    members.append(JSON.Member("additionalProperties", false))
    switch section.constraint {
    case .none: break
    case .atLeastOne: members.append(JSON.Member("minProperties", 1))
    case .exactlyOne(let names):
      members.append(JSON.Member("oneOf", .array(names.map { ["required": [.string($0)]] })))
    case .notBoth(let a, let b):
      members.append(JSON.Member("not", ["type": "object", "required": [.string(a), .string(b)]]))
    }
    return members
  }

  private static func properties(_ settings: [Setting]) -> JSON {
    .object(settings.map { JSON.Member($0.name, property($0)) })
  }

  private static func property(_ setting: Setting) -> JSON {
    var members = [JSON.Member("description", .string(setting.meaning))]
    members += schema(of: setting.shape)
    if case .standard(let text) = setting.presence {
      members.append(JSON.Member("default", literal(text, setting.shape)))
    }
    return .object(members)
  }

  /// A default as an editor would insert it.
  private static func literal(_ text: String, _ shape: Shape) -> JSON {
    switch shape {
    case .flag: .bool(text == "true")
    case .count: Int(text).map { JSON($0) } ?? .string(text)
    default: .string(text)
    }
  }

  private static func schema(of shape: Shape) -> [JSON.Member] {
    switch shape {
    case .section(let section): return schema(of: section)
    case .flag: return [JSON.Member("type", "boolean")]
    case .choice(let choices): return [JSON.Member("enum", .array(choices.map { .string($0.name) }))]
    case .text(let rule): return schema(of: rule)
    case .count(let range, _):
      return either([
        ["type": "integer", "minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound)],
        pattern(#"^[0-9]+(\.[0-9]+)?[kM]?$"#),
      ])
    case .duration: return object(pattern("^([0-9]+(d|h|m|s|ms))+$"))
    case .money(let bare):
      let amount = pattern(bare ? #"^[0-9]+(\.[0-9]+)?( *USD)?$"# : #"^[0-9]+(\.[0-9]+)? *USD$"#)
      return bare ? either([["type": "number", "minimum": 0], amount]) : object(amount)
    case .percent: return object(pattern(#"^[0-9]+(\.[0-9]+)?%$"#))
    case .decimal(let range):
      return [
        JSON.Member("type", "number"), JSON.Member("minimum", .number(String(range.lowerBound))),
        JSON.Member("maximum", .number(String(range.upperBound))),
      ]
    case .jsonScalar: return [JSON.Member("type", ["string", "number", "boolean"])]
    case .list(let element, _):
      return [
        JSON.Member("type", "array"), JSON.Member("minItems", 1), JSON.Member("items", .object(schema(of: element))),
      ]
    case .oneOf(let settings, _):
      return [
        JSON.Member("type", "object"), JSON.Member("properties", properties(settings)),
        JSON.Member("additionalProperties", false), JSON.Member("minProperties", 1), JSON.Member("maxProperties", 1),
      ]
    case .table(let keys, let values, _):
      var members = [JSON.Member("type", "object")]
      if let pattern = keys.pattern { members.append(JSON.Member("propertyNames", ["pattern": .string(pattern)])) }
      return members + [JSON.Member("additionalProperties", .object(schema(of: values)))]
    case .either(let scalar, let map):
      return either([.object(schema(of: scalar)), .object(schema(of: map))])
    }
  }

  /// A text that looks like a number or a Boolean needs no quotes in a job file.
  private static func schema(of rule: TextRule) -> [JSON.Member] {
    if case .source = rule { return [JSON.Member("enum", ["own"])] }
    if let pattern = rule.pattern {
      return [JSON.Member("type", "string"), JSON.Member("pattern", .string(pattern))]
    }
    return [JSON.Member("type", ["string", "number", "boolean"])]
  }

  private static func pattern(_ text: String) -> JSON { ["type": "string", "pattern": .string(text)] }

  private static func either(_ schemas: [JSON]) -> [JSON.Member] { [JSON.Member("anyOf", .array(schemas))] }

  private static func object(_ json: JSON) -> [JSON.Member] { json.object ?? [] }
}

import FoundationEssentials
import Transcripts

extension GenerationSchema {
  /// Checks complete content against the schema and all its guides.
  ///
  /// - Throws: ``SchemaError`` for a broken schema, ``GuideViolations`` for content that does not keep to it.
  public func check(_ content: GeneratedContent) throws {
    try validate()
    let violations = violations(in: content)
    if !violations.isEmpty { throw GuideViolations(violations: violations) }
  }

  /// Everything in which content does not keep to the schema; content that is not complete is a violation too.
  public func violations(in content: GeneratedContent) -> [GuideViolation] {
    var checker = SchemaChecker(schema: self)
    checker.check(content.json, root, at: ContentPath())
    if !content.isComplete {
      checker.violations.append(
        GuideViolation(path: ContentPath(), found: "content that stops in the middle", expected: "complete content"))
    }
    return checker.violations
  }
}

private struct SchemaChecker {
  let schema: GenerationSchema
  var violations: [GuideViolation] = []
  private var expressions: [String: Regex<AnyRegexOutput>] = [:]

  init(schema: GenerationSchema) { self.schema = schema }

  /// - Parameter choices: How many choices were made without going deeper into the content.
  mutating func check(_ json: JSON, _ node: SchemaNode, at path: ContentPath, choices: Int = 0) {
    let node = schema.resolve(node)
    switch (node.shape, json) {
    case (.any, _), (.foreign, _), (.reference, _), (.boolean, .bool), (.nullable, .null): return
    case (.nullable(let inner), _): check(json, inner, at: path, choices: choices)
    case (.number(let rules), .number(let digits)): check(digits, rules, at: path)
    case (.string(let rules), .string(let string)): check(string, rules, at: path)
    case (.enumeration(let values), _):
      if !values.contains(where: { $0.isSame(as: json) }) { report(json, list(values.map(\.text)), at: path) }
    case (.array(let element, let count), .array(let elements)):
      check(elements.count, count, json, at: path)
      for (index, value) in elements.enumerated() { check(value, element, at: path.appending(.index(index))) }
    case (.dictionary(let value), .object), (.dictionary(let value), .array):
      guard let pairs = GeneratedContent(json).pairs else { return report(json, "an object", at: path) }
      for (index, pair) in pairs.enumerated() { check(pair.value.json, value, at: path.appending(.member(index))) }
    case (.object(let rules), .object(let members)): check(members, rules, at: path)
    case (.anyOf(let nodes), _): check(json, oneOf: nodes, at: path, choices: choices)
    default: report(json, node.kind, at: path)
    }
  }

  private mutating func check(_ digits: String, _ rules: NumberRules, at path: ContentPath) {
    if rules.isInteger, !NumberOrder.isInteger(digits) { return report(.number(digits), "an integer", at: path) }
    if let minimum = rules.minimum, NumberOrder.isLess(digits, minimum) {
      report(.number(digits), "at least \(minimum)", at: path)
    }
    if let maximum = rules.maximum, NumberOrder.isLess(maximum, digits) {
      report(.number(digits), "at most \(maximum)", at: path)
    }
  }

  private mutating func check(_ string: String, _ rules: StringRules, at path: ContentPath) {
    if let choices = rules.choices, !choices.contains(where: { $0.hasSameUTF8(as: string) }) {
      report(.string(string), list(choices.map { JSON.string($0).text }), at: path)
    }
    for pattern in rules.patterns where !matches(string, pattern) {
      report(.string(string), "a string that matches \(pattern)", at: path)
    }
    if let format = rules.format, !StringFormat.holds(format, string) {
      report(.string(string), "a string in the format \(format)", at: path)
    }
  }

  private mutating func matches(_ string: String, _ pattern: String) -> Bool {
    if expressions[pattern] == nil { expressions[pattern] = try? Regex(pattern) }
    guard let expression = expressions[pattern] else { return true }
    return (try? expression.wholeMatch(in: string)) ?? nil != nil
  }

  private mutating func check(_ count: Int, _ rules: CountRules, _ json: JSON, at path: ContentPath) {
    if let minimum = rules.minimum, count < minimum {
      report(json, "at least \(counted(minimum, "element"))", at: path)
    }
    if let maximum = rules.maximum, count > maximum { report(json, "at most \(counted(maximum, "element"))", at: path) }
  }

  private mutating func check(_ members: [JSON.Member], _ rules: ObjectRules, at path: ContentPath) {
    var values: [String: JSON] = [:]
    for member in members { values[member.key] = member.value }
    for property in rules.properties {
      let path = path.appending(.property(property.name))
      switch values.removeValue(forKey: property.name) {
      case nil where property.isOptional || schema.resolve(property.node).isNullable, .null? where property.isOptional:
        continue
      case nil:
        violations.append(GuideViolation(path: path, found: "nothing", expected: schema.resolve(property.node).kind))
      case let value?: check(value, property.node, at: path)
      }
    }
    if !values.isEmpty && !rules.isOpen {
      // Their names are the model's text.
      violations.append(
        GuideViolation(
          path: path, found: "\(values.count) unknown \(values.count == 1 ? "property" : "properties")",
          expected: "no others than \(rules.properties.map(\.name).joined(separator: ", "))"))
    }
  }

  private mutating func check(_ json: JSON, oneOf nodes: [SchemaNode], at path: ContentPath, choices: Int) {
    // A choice that leads back to itself decides nothing.
    if choices > schema.definitions.count { return }
    let before = violations
    var best: [GuideViolation]?
    for node in nodes {
      violations = []
      check(json, node, at: path, choices: choices + 1)
      if violations.isEmpty {
        violations = before
        return
      }
      // Where the kind is right, what is inside says more than the choice.
      let isInside = violations.contains { $0.path != path }
      if isInside, best.map({ violations.count < $0.count }) ?? true { best = violations }
    }
    violations = before
    if let best {
      violations += best
    } else {
      report(json, list(nodes.map { schema.resolve($0).kind }), at: path)
    }
  }

  private mutating func report(_ found: JSON, _ expected: String, at path: ContentPath) {
    violations.append(GuideViolation(path: path, found: found.kindAndSize, expected: expected))
  }

  private func list(_ choices: [String]) -> String {
    choices.count == 1
      ? choices[0] : "one of " + choices.prefix(12).joined(separator: ", ") + (choices.count > 12 ? ", …" : "")
  }
}

extension SchemaNode {
  fileprivate var isNullable: Bool { if case .nullable = shape { true } else { false } }
}

extension JSON {
  /// Equality where `1` and `1.0` are one number.
  fileprivate func isSame(as other: JSON) -> Bool {
    guard case .number(let a) = self, case .number(let b) = other else { return self == other }
    return !NumberOrder.isLess(a, b) && !NumberOrder.isLess(b, a)
  }
}

extension NumberOrder {
  fileprivate static func isInteger(_ digits: String) -> Bool {
    if Int(digits) != nil { return true }
    guard let value = Double(digits), value.isFinite else { return false }
    return value.rounded(.towardZero) == value
  }
}

/// The formats that types of this library ask for.
private enum StringFormat {
  static func holds(_ format: String, _ text: String) -> Bool {
    let content = GeneratedContent(.string(text))
    return switch format {
    case "date-time": (try? Date(content)) != nil
    case "uri": (try? URL(content)) != nil
    case "uuid": (try? UUID(content)) != nil
    default: true
    }
  }
}

import Transcripts

/// What a guide says, without the type that it says it of.
indirect enum GuideRule: Sendable, Hashable {
  /// Digits as in JSON.
  case minimum(String)
  case maximum(String)
  case anyOf([String])
  case pattern(String)
  case minimumCount(Int)
  case maximumCount(Int)
  case element([GuideRule])
  case description(String)
  /// A guide that was wrong when it was made, such as a bound that is not finite.
  case broken(String)
}

extension SchemaNode {
  /// Narrows the node by the rules.
  ///
  /// - Throws: where a rule says nothing about such values, or contradicts an earlier one.
  mutating func apply(
    _ rules: [GuideRule], in context: SchemaContext, schema: String, property: String?
  ) throws(GenerationSchema.SchemaError) {
    for rule in rules {
      if let reason = apply(rule, in: context) {
        throw .unsuitableGuide(schema: schema, property: property, reason: reason)
      }
    }
  }

  /// Returns what is wrong, or `nil`.
  private mutating func apply(_ rule: GuideRule, in context: SchemaContext) -> String? {
    switch (shape, rule) {
    case (_, .broken(let reason)): return reason
    case (_, .description(let text)):
      description = text
      return nil
    case (.nullable(var inner), _):
      let reason = inner.apply(rule, in: context)
      shape = .nullable(inner)
      return reason
    case (.reference(let name), _):
      // An enumeration is a definition too: what narrows it here must not narrow it elsewhere.
      guard var definition = context.definition(name), case .string = definition.shape else { break }
      definition.description = description ?? definition.description
      self = definition
      return apply(rule, in: context)
    case (.number(var rules), .minimum(let digits)):
      rules.minimum = rules.minimum.map { NumberOrder.isLess($0, digits) ? digits : $0 } ?? digits
      shape = .number(rules)
      return rules.contradiction
    case (.number(var rules), .maximum(let digits)):
      rules.maximum = rules.maximum.map { NumberOrder.isLess(digits, $0) ? digits : $0 } ?? digits
      shape = .number(rules)
      return rules.contradiction
    case (.string(var rules), .anyOf(let choices)):
      rules.choices = rules.choices.map { $0.filter(choices.contains) } ?? choices
      shape = .string(rules)
      return rules.choices == [] ? "a guide leaves no choice" : nil
    case (.string(var rules), .pattern(let pattern)):
      guard (try? Regex(pattern)) != nil else { return "a guide's pattern is not a regular expression" }
      rules.patterns.append(pattern)
      shape = .string(rules)
      return nil
    case (.array(let element, var count), .minimumCount(let minimum)):
      count.minimum = max(minimum, count.minimum ?? minimum)
      shape = .array(of: element, count)
      return count.contradiction
    case (.array(let element, var count), .maximumCount(let maximum)):
      count.maximum = min(maximum, count.maximum ?? maximum)
      shape = .array(of: element, count)
      return count.contradiction
    case (.array(var element, let count), .element(let rules)):
      for rule in rules { if let reason = element.apply(rule, in: context) { return reason } }
      shape = .array(of: element, count)
      return nil
    default: break
    }
    return "a guide for \(rule.subject) on \(kind)"
  }

  /// What values it describes, in a word or two.
  var kind: String {
    switch shape {
    case .boolean: "a Boolean"
    case .number(let rules): rules.isInteger ? "an integer" : "a number"
    case .string: "a string"
    case .enumeration: "an enumeration"
    case .array: "an array"
    case .dictionary: "a dictionary"
    case .object, .reference: "an object"
    case .anyOf: "a choice"
    case .nullable(let inner): "\(inner.kind) or null"
    case .any, .foreign: "any value"
    }
  }
}

extension GuideRule {
  fileprivate var subject: String {
    switch self {
    case .minimum, .maximum: "numbers"
    case .anyOf, .pattern: "strings"
    case .minimumCount, .maximumCount, .element: "arrays"
    case .description, .broken: "any value"
    }
  }
}

extension NumberRules {
  fileprivate var contradiction: String? {
    guard let minimum, let maximum, NumberOrder.isLess(maximum, minimum) else { return nil }
    return "guides ask for at least \(minimum) and at most \(maximum)"
  }
}

extension CountRules {
  fileprivate var contradiction: String? {
    if let maximum, maximum < 0 { return "guides ask for at most \(maximum) elements" }
    guard let minimum, let maximum, maximum < minimum else { return nil }
    return "guides ask for at least \(minimum) and at most \(maximum) elements"
  }
}

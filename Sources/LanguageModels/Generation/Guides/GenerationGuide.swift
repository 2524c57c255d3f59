public import FoundationEssentials

/// What values of a type the model is to write. Guides are part of the schema and are checked again on what came back.
///
/// Several guides hold together.
public struct GenerationGuide<Value>: Sendable {
  let rules: [GuideRule]

  init(_ rules: GuideRule...) { self.rules = rules }

  /// Words for the model about the value.
  public static func description(_ text: String) -> GenerationGuide<Value> { GenerationGuide(.description(text)) }
}

extension GenerationGuide where Value == String {
  /// This string and no other.
  public static func constant(_ value: String) -> GenerationGuide<String> { GenerationGuide(.anyOf([value])) }

  /// One of these strings.
  public static func anyOf(_ values: [String]) -> GenerationGuide<String> { GenerationGuide(.anyOf(values)) }

  /// A string that an expression matches as a whole.
  public static func pattern<Output>(_ regex: Regex<Output>) -> GenerationGuide<String> {
    // Expressions made by a builder have no text, which a schema needs.
    regex._literalPattern.map { pattern($0) } ?? GenerationGuide(.broken("a guide's expression has no text"))
  }

  /// A string that an expression matches as a whole, in the syntax that JSON Schema and Swift share.
  public static func pattern(_ pattern: String) -> GenerationGuide<String> { GenerationGuide(.pattern(pattern)) }
}

extension GenerationGuide where Value == Int {
  /// At least this.
  public static func minimum(_ value: Int) -> GenerationGuide<Int> { GenerationGuide(.minimum("\(value)")) }
  /// At most this.
  public static func maximum(_ value: Int) -> GenerationGuide<Int> { GenerationGuide(.maximum("\(value)")) }
  /// Within these bounds.
  public static func range(_ range: ClosedRange<Int>) -> GenerationGuide<Int> {
    GenerationGuide(.minimum("\(range.lowerBound)"), .maximum("\(range.upperBound)"))
  }
}

extension GenerationGuide where Value == Double {
  /// At least this.
  public static func minimum(_ value: Double) -> GenerationGuide<Double> {
    GenerationGuide(.bound(value, GuideRule.minimum))
  }
  /// At most this.
  public static func maximum(_ value: Double) -> GenerationGuide<Double> {
    GenerationGuide(.bound(value, GuideRule.maximum))
  }
  /// Within these bounds.
  public static func range(_ range: ClosedRange<Double>) -> GenerationGuide<Double> {
    GenerationGuide(.bound(range.lowerBound, GuideRule.minimum), .bound(range.upperBound, GuideRule.maximum))
  }
}

extension GenerationGuide where Value == Float {
  /// At least this.
  public static func minimum(_ value: Float) -> GenerationGuide<Float> {
    GenerationGuide(.bound(value, GuideRule.minimum))
  }
  /// At most this.
  public static func maximum(_ value: Float) -> GenerationGuide<Float> {
    GenerationGuide(.bound(value, GuideRule.maximum))
  }
  /// Within these bounds.
  public static func range(_ range: ClosedRange<Float>) -> GenerationGuide<Float> {
    GenerationGuide(.bound(range.lowerBound, GuideRule.minimum), .bound(range.upperBound, GuideRule.maximum))
  }
}

extension GenerationGuide where Value == Decimal {
  /// At least this.
  public static func minimum(_ value: Decimal) -> GenerationGuide<Decimal> {
    GenerationGuide(.bound(value, GuideRule.minimum))
  }
  /// At most this.
  public static func maximum(_ value: Decimal) -> GenerationGuide<Decimal> {
    GenerationGuide(.bound(value, GuideRule.maximum))
  }
  /// Within these bounds.
  public static func range(_ range: ClosedRange<Decimal>) -> GenerationGuide<Decimal> {
    GenerationGuide(.bound(range.lowerBound, GuideRule.minimum), .bound(range.upperBound, GuideRule.maximum))
  }
}

extension GenerationGuide {
  /// At least so many elements.
  public static func minimumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
    GenerationGuide(.minimumCount(count))
  }

  /// At most so many elements.
  public static func maximumCount<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
    GenerationGuide(.maximumCount(count))
  }

  /// So many elements.
  public static func count<Element>(_ range: ClosedRange<Int>) -> GenerationGuide<[Element]> where Value == [Element] {
    GenerationGuide(.minimumCount(range.lowerBound), .maximumCount(range.upperBound))
  }

  /// Exactly so many elements.
  public static func count<Element>(_ count: Int) -> GenerationGuide<[Element]> where Value == [Element] {
    GenerationGuide(.minimumCount(count), .maximumCount(count))
  }

  /// A guide on each element.
  public static func element<Element>(_ guide: GenerationGuide<Element>) -> GenerationGuide<[Element]>
  where Value == [Element] {
    GenerationGuide(.element(guide.rules))
  }
}

extension GuideRule {
  fileprivate static func bound(
    _ value: some BinaryFloatingPoint & CustomStringConvertible, _ rule: (String) -> GuideRule
  ) -> GuideRule {
    value.isFinite ? rule(value.description) : .broken("a guide's bound is not finite")
  }

  fileprivate static func bound(_ value: Decimal, _ rule: (String) -> GuideRule) -> GuideRule {
    value.isNaN ? .broken("a guide's bound is not a number") : rule(value.description)
  }
}

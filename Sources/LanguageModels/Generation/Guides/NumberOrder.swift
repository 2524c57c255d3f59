import FoundationEssentials

/// The order of numbers as JSON writes them, exact for integers and for up to 38 digits.
enum NumberOrder {
  static func isLess(_ one: String, _ other: String) -> Bool {
    if let a = Int(one), let b = Int(other) { return a < b }
    // A decimal's exponent is small; a number that is none may still be a double, or infinite as one.
    if let a = decimal(one), let b = decimal(other) { return a < b }
    return (Double(one) ?? 0) < (Double(other) ?? 0)
  }

  /// The number as a decimal, where that loses nothing of its size.
  static func decimal(_ digits: String) -> Decimal? {
    guard let double = Double(digits), double == 0 || (1e-90...1e90).contains(double.magnitude) else { return nil }
    return Decimal(string: digits)
  }
}

/// The words of one call of a command, read by its ``CommandSpec``.
struct Invocation: Sendable {
  /// The words that are no options, in order.
  var arguments: [String] = []
  /// The values given for each option, by name, in order; a flag has one empty value.
  var options: [String: [String]] = [:]

  func flag(_ name: String) -> Bool { options[name] != nil }

  /// The last value given.
  func value(_ name: String) -> String? { options[name]?.last }

  /// The last value as a whole number in the range.
  func integer(_ name: String, in range: ClosedRange<Int> = 0...Int.max) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let expected =
        range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
      throw UsageError("--\(name): found '\(text)', expected a whole number, \(expected)")
    }
    return number
  }
}

/// The user wrote something that is wrong; the text says what was found and what was expected.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

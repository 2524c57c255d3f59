import TestSupport

@testable import Summarization

/// A transcript with so many facts in it, and the facts.
struct FactSample {
  var facts: [String] = []
  var source = "<transcript>"

  init(_ random: inout some RandomNumberGenerator, entries: Int) {
    for entry in 0..<entries {
      let fact: String =
        switch Int.random(in: 0..<6, using: &random) {
        case 0: "ORD-\(Int.random(in: 10_000...99_999, using: &random))"
        case 1: String(Int.random(in: 1_000...9_999_999, using: &random))
        case 2:
          "20\(Int.random(in: 10...39, using: &random))-0\(Int.random(in: 1...9, using: &random))-1\(Int.random(in: 3...9, using: &random))"
        case 3: "src/part\(entry)/file\(Int.random(in: 100...999, using: &random)).swift"
        case 4: "https://example.test/\(Int.random(in: 1_000...9_999, using: &random))"
        default: "user\(Int.random(in: 100...999, using: &random))@example.test"
        }
      facts.append(fact)
      source +=
        entry % 2 == 0 ? "\nUser: what is with \(fact) today" : "\nAssistant: it is about \(fact) as far as one can see"
    }
    source += "\n</transcript>"
  }

  /// Some of the facts in another order, in words of a summary.
  func summary(_ taken: [String], _ random: inout some RandomNumberGenerator) -> String {
    taken.shuffled(using: &random).map { "Talked of \(Self.rewritten($0, &random))." }.joined(separator: " ")
  }

  /// The fact as someone else may write it: digits in groups, an identifier in two words.
  private static func rewritten(_ fact: String, _ random: inout some RandomNumberGenerator) -> String {
    guard Bool.random(using: &random) else { return fact }
    if fact.hasPrefix("ORD-") { return "order \(fact.dropFirst(4))" }
    guard fact.allSatisfy(\.isNumber), (4...6).contains(fact.count) else { return fact }
    return "\(fact.dropLast(3)),\(fact.suffix(3))"
  }
}

extension String {
  /// With one of its digits another one.
  func withOtherDigit(_ random: inout some RandomNumberGenerator) -> String {
    var characters = Array(self)
    let places = characters.indices.filter { characters[$0].isNumber }
    guard let place = places.randomElement(using: &random), let digit = characters[place].wholeNumberValue else {
      return self
    }
    characters[place] = Character(String((digit + Int.random(in: 1...9, using: &random)) % 10))
    return String(characters)
  }
}

/// A text with places for numbers: `request (#requested tokens) exceeds … (#limit`.
///
/// Words must occur in their order; `…` stands for anything, `#limit`, `#requested` and `#more` for a number each.
struct NumberPattern: Sendable {
  private enum Element {
    case words(String)
    case gap
    case number(Place)
  }

  private enum Place: String, CaseIterable {
    case limit, requested, more
  }

  struct Match: Sendable, Hashable {
    var limit: Int?
    var requested: Int?
    var more: Int?
  }

  private let elements: [Element]

  init(_ text: String) {
    var elements: [Element] = []
    var words = ""
    var rest = text[...]
    scan: while let next = rest.first {
      let place = Place.allCases.first { rest.hasPrefix("#" + $0.rawValue) }
      if next == "…" || place != nil {
        if !words.isEmpty { elements.append(.words(words)) }
        words = ""
        elements.append(place.map { .number($0) } ?? .gap)
        rest.removeFirst(1 + (place?.rawValue.count ?? 0))
        continue scan
      }
      words.append(next)
      rest.removeFirst()
    }
    if !words.isEmpty { elements.append(.words(words)) }
    self.elements = elements
  }

  /// - Parameter text: in lower case.
  func match(in text: String) -> Match? {
    var start = text[...]
    // The first words may stand anywhere; from there on everything must follow.
    while let found = find(in: start) {
      if let match = follow(start[found...]) { return match }
      start = start[start.index(after: found)...]
    }
    return nil
  }

  private func find(in text: Substring) -> String.Index? {
    guard case .words(let words)? = elements.first else { return text.isEmpty ? nil : text.startIndex }
    return text.firstRange(of: words)?.lowerBound
  }

  private func follow(_ text: Substring) -> Match? {
    var match = Match()
    var rest = text
    var mayJump = false
    for element in elements {
      switch element {
      case .gap: mayJump = true
      case .words(let words):
        guard let range = mayJump ? rest.firstRange(of: words) : rest.hasPrefix(words) ? rest.prefixRange(words) : nil
        else { return nil }
        rest = rest[range.upperBound...]
        mayJump = false
      case .number(let place):
        if mayJump { rest = rest.drop { !$0.isASCIIDigit } }
        guard let number = Self.takeNumber(from: &rest) else { return nil }
        switch place {
        case .limit: match.limit = number
        case .requested: match.requested = number
        case .more: match.more = number
        }
        mayJump = false
      }
    }
    return match
  }

  /// Digits, also in groups: `1,048,576`.
  private static func takeNumber(from text: inout Substring) -> Int? {
    var digits = text.prefix { $0.isASCIIDigit || $0 == "," }
    // A comma at the end belongs to the sentence.
    while digits.last == "," { digits.removeLast() }
    text = text.dropFirst(digits.count)
    return Int(digits.filter(\.isASCIIDigit))
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

extension Substring {
  fileprivate func prefixRange(_ words: String) -> Range<Index> {
    startIndex..<index(startIndex, offsetBy: words.count)
  }
}

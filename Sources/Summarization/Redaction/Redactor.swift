/// Takes secrets and personal data out of text before a model sees it, and out of what a model wrote.
///
/// Linear in the text, whatever stands in it. What was found is counted, and goes nowhere else.
public struct Redactor: Sendable, Equatable {
  private let kinds: Set<RedactionKind>
  private let patterns: [RedactionPattern]

  /// Changes nothing.
  public static let none = Redactor(kinds: [], patterns: [])
  /// Everything that needs no pattern of the user's.
  public static let standard = Redactor(kinds: Set(RedactionKind.allCases), patterns: [])

  /// Takes out what is of these kinds, and what the patterns find.
  public init(kinds: Set<RedactionKind>, patterns: [RedactionPattern] = []) {
    self.kinds = kinds
    self.patterns = patterns
  }

  /// The text with a label in place of each finding: `[redacted key]`.
  public func redacted(_ text: String) -> (text: String, counts: RedactionCounts) {
    var findings = text.utf8.span.findings(kinds)
    for pattern in patterns {
      findings += pattern.ranges(in: text).map { Finding(range: $0, label: pattern.name, kind: nil) }
    }
    guard !findings.isEmpty else { return (text, RedactionCounts()) }
    return Self.replace(findings, in: text)
  }

  private static func replace(_ findings: [Finding], in text: String) -> (text: String, counts: RedactionCounts) {
    let sorted = findings.sorted {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
    var merged: [Finding] = []
    for finding in sorted {
      if let last = merged.last, finding.range.lowerBound < last.range.upperBound {
        let end = max(last.range.upperBound, finding.range.upperBound)
        merged[merged.count - 1].range = last.range.lowerBound..<end
      } else {
        merged.append(finding)
      }
    }
    let bytes = text.utf8.span
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    var counts = RedactionCounts()
    for finding in merged {
      while index < finding.range.lowerBound {
        output.append(bytes[index])
        index += 1
      }
      output += "[redacted \(finding.label)]".utf8
      index = finding.range.upperBound
      counts.add(finding.kind)
    }
    while index < bytes.count {
      output.append(bytes[index])
      index += 1
    }
    return (String(decoding: output, as: UTF8.self), counts)
  }
}

/// What is found without a pattern of the user's.
public enum RedactionKind: String, Sendable, CaseIterable {
  /// Keys, tokens and passwords.
  case keys
  /// Numbers of payment cards, by their check digit.
  case cards
  /// A local part, `@` and a domain with a dot.
  case mailAddresses = "mail_addresses"
  /// International, or written as in some countries.
  case phoneNumbers = "phone_numbers"

  var label: String {
    switch self {
    case .keys: "key"
    case .cards: "card number"
    case .mailAddresses: "mail address"
    case .phoneNumbers: "phone number"
    }
  }
}

/// How often each kind was found.
public struct RedactionCounts: Sendable, Equatable {
  /// By what needs no pattern of the user's.
  public private(set) var byKind: [RedactionKind: Int] = [:]
  /// By the user's own patterns.
  public private(set) var own = 0

  /// Nothing found.
  public init() {}

  /// Of all kinds.
  public var total: Int { byKind.values.reduce(own, +) }

  mutating func add(_ kind: RedactionKind?) {
    if let kind { byKind[kind, default: 0] += 1 } else { own += 1 }
  }

  /// Adds what was found elsewhere.
  public static func += (counts: inout RedactionCounts, other: RedactionCounts) {
    counts.byKind.merge(other.byKind, uniquingKeysWith: +)
    counts.own += other.own
  }
}

/// A stretch of a text that has to go.
struct Finding {
  /// In bytes.
  var range: Range<Int>
  var label: String
  /// `nil` for a pattern of the user's.
  var kind: RedactionKind?

  init(range: Range<Int>, label: String, kind: RedactionKind?) {
    self.range = range
    self.label = label
    self.kind = kind
  }

  init(_ range: Range<Int>, _ kind: RedactionKind) { self.init(range: range, label: kind.label, kind: kind) }
}

extension Span<UInt8> {
  /// What the detectors find, in no order; findings may overlap.
  func findings(_ kinds: Set<RedactionKind>) -> [Finding] {
    guard !kinds.isEmpty else { return [] }
    var findings: [Finding] = []
    if kinds.contains(.keys) { KeyDetector.find(in: self, &findings) }
    if kinds.contains(.cards) || kinds.contains(.phoneNumbers) {
      DigitDetector(cards: kinds.contains(.cards), phones: kinds.contains(.phoneNumbers)).find(in: self, &findings)
    }
    if kinds.contains(.mailAddresses) { MailDetector.find(in: self, &findings) }
    return findings
  }

  /// The byte at an index, and a space beyond both ends.
  @inline(__always)
  func at(_ index: Int) -> UInt8 { index >= 0 && index < count ? self[index] : 0x20 }
}

extension UInt8 {
  @inline(__always) var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  @inline(__always) var isLetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }
  /// A letter or digit of ASCII, or a part of any other character.
  @inline(__always) var isWordByte: Bool { isDigit || isLetter || self >= 0x80 || self == 0x5F }
}

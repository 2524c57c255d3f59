import Foundation
import Testing
import Tokenization

/// The patterns as they are published, for the engine of Foundation. `\s` is spelled out, since that engine's lacks
/// some white space, and `$` as `\z`, which has no exception for a final line end.
enum PublishedPattern: String, CaseIterable {
  case o200k, cl100k

  private static let contraction = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
  private static let lead = #"[^\r\n\p{L}\p{N}]?"#
  private static let space = #"\p{White_Space}"#

  private var text: String {
    let (lead, contraction, space) = (Self.lead, Self.contraction, Self.space)
    return switch self {
    case .o200k:
      [
        lead + #"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"# + contraction,
        lead + #"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"# + contraction,
        #"\p{N}{1,3}"#, " ?[^\(space)\\p{L}\\p{N}]+[\\r\\n/]*", "\(space)*[\\r\\n]+", "\(space)+(?=\\z|\(space))",
        "\(space)+",
      ].joined(separator: "|")
    case .cl100k:
      [
        "'(?i:[sdmt]|ll|ve|re)", #"[^\r\n\p{L}\p{N}]?+\p{L}++"#, #"\p{N}{1,3}+"#,
        " ?[^\(space)\\p{L}\\p{N}]++[\\r\\n]*+", "\(space)++\\z", "\(space)*[\\r\\n]", "\(space)+(?=\\z|\(space))",
        space,
      ].joined(separator: "|")
    }
  }

  func matches(in text: String) throws -> [String] {
    let expression = try Self.expressions[self].get()
    let whole = text as NSString
    return expression.matches(in: text, range: NSRange(location: 0, length: whole.length)).map {
      whole.substring(with: $0.range)
    }
  }

  private static let expressions = Expressions()

  private struct Expressions {
    var all = PublishedPattern.allCases.map { pattern in Result { try NSRegularExpression(pattern: pattern.text) } }

    subscript(pattern: PublishedPattern) -> Result<NSRegularExpression, any Error> {
      all[PublishedPattern.allCases.firstIndex(of: pattern)!]
    }
  }

  func scanned(_ text: String) -> [String] {
    switch self {
    case .o200k: pieces(of: text, O200kPattern.self)
    case .cl100k: pieces(of: text, CL100kPattern.self)
    }
  }
}

/// A word that holds a digit or is an address.
struct DigitWord {
  /// Its letters and digits alone, in lower case.
  private(set) var plain = ""
  /// Digits that stand together; separators of thousands and decimals part none.
  private(set) var digitRuns: [String] = []
  private var digits = ""
  private var hasLetters = false
  private var isAddress = false

  var longestDigits: String { digitRuns.max { $0.count < $1.count } ?? "" }

  /// Whether a summary cannot rephrase it.
  var isHard: Bool {
    let digitCount = digitRuns.reduce(0) { $0 + $1.count }
    return isAddress || longestDigits.count >= 4 || (hasLetters && digitCount >= 2)
  }

  /// The words with digits and the addresses of a text. White space parts words, and so do scripts without any.
  static func all(in text: String) -> [DigitWord] {
    text.unicodeScalars.split { $0.isWhiteSpace || $0.isIdeographic }.compactMap { scalars in
      guard scalars.contains(where: { $0 == "@" || $0.isDecimal }) else { return nil }
      return DigitWord(scalars)
    }
  }

  private init(_ scalars: Substring.UnicodeScalarView) {
    for scalar in scalars {
      if scalar.isDecimal, let value = scalar.properties.numericValue {
        digits += String(Int(value))
        plain += String(Int(value))
        continue
      }
      if scalar == "," || scalar == "." || scalar == "'" || scalar == "’" { continue }
      finishDigits()
      if scalar.properties.isAlphabetic {
        hasLetters = true
        plain += scalar.properties.lowercaseMapping
      } else if scalar == "@" {
        isAddress = true
      }
    }
    finishDigits()
  }

  private mutating func finishDigits() {
    guard !digits.isEmpty else { return }
    digitRuns.append(digits)
    digits = ""
  }
}

extension Unicode.Scalar {
  /// Han, kana or Hangul, which no spaces part from digits.
  fileprivate var isIdeographic: Bool {
    (0x2E80...0xD7FF).contains(value) || (0xF900...0xFAFF).contains(value) || value >= 0x20000
  }

  fileprivate var isDecimal: Bool {
    isASCII ? ("0"..."9").contains(self) : properties.numericType == .decimal
  }

  /// The same as `properties.isWhitespace`, without a look into its tables for what most texts are made of.
  var isWhiteSpace: Bool {
    isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace
  }
}

import Summarization
import Tokenization

/// What is wrong with a text.
struct TextMistake {
  /// Continues the setting's name: "is not a base URL".
  var problem: String
  var found: String?
  var expected: String
  var nearest: String?
  /// Which scalars of the text are meant; `nil` for all of it.
  var scalars: Range<Int>?
  /// The text must not be shown.
  var hidesText = false
}

extension TextRule {
  func mistake(in text: String) -> TextMistake? {
    switch self {
    case .cron: return cronMistake(in: text)
    case .timeZone: return timeZoneMistake(in: text)
    case .source: return sourceMistake(in: text)
    case .url: return baseURLMistake(in: text)
    case .tokenizer: return tokenizerMistake(in: text)
    case .redactionPattern: return patternMistake(in: text)
    default: break
    }
    return accepts(text) ? nil : TextMistake(problem: "is not valid", expected: expectation)
  }

  private func accepts(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, !bytes.contains(0) else { return false }
    return switch self {
    case .jobName:
      bytes.count <= 63 && first != UInt8(ascii: "-")
        && bytes.allSatisfy { isLower($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    case .modelName:
      bytes.count <= 63 && isAlphanumeric(first) && bytes.allSatisfy { isAlphanumeric($0) || "._-".utf8.contains($0) }
    case .promptName: isPromptName(bytes[...])
    case .prompt: isPrompt(bytes)
    case .environmentName:
      !isDigit(first) && bytes.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
    case .headerName: bytes.allSatisfy { isAlphanumeric($0) || "!#$%&'*+.^_`|~-".utf8.contains($0) }
    case .headerValue: bytes.allSatisfy { $0 == 9 || $0 >= 32 && $0 != 127 }
    default: !text.allSatisfy(\.isWhitespace)
    }
  }

  private func isPromptName(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, bytes.count <= 63 else { return false }
    return (isLower(first) || isDigit(first))
      && bytes.allSatisfy { isLower($0) || isDigit($0) || $0 == 0x2D || $0 == 0x5F }
  }

  private func isPrompt(_ bytes: [UInt8]) -> Bool {
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return false }
    let version = bytes[(at + 1)...]
    return isPromptName(bytes[..<at]) && (1...6).contains(version.count) && version.allSatisfy(isDigit)
  }

  private func patternMistake(in text: String) -> TextMistake? {
    do throws(PatternError) {
      _ = try RedactionPattern(name: "", pattern: text)
      return nil
    } catch {
      let isInside = error.position <= text.unicodeScalars.count
      return TextMistake(
        problem: "is no pattern: \(error.problem)", expected: expectation,
        scalars: isInside ? error.position - 1..<error.position : nil)
    }
  }

  private func tokenizerMistake(in text: String) -> TextMistake? {
    guard TokenizerName(text) == nil else { return nil }
    let names = BytePairEncoding.allCases.map(\.rawValue) + [EstimatingTokenizer.name]
    let base = text.split(separator: "*").first.map(String.init) ?? ""
    return TextMistake(
      problem: "is not valid", expected: expectation,
      nearest: names.contains(base) ? nil : nearestName(to: base, among: names))
  }

  private func sourceMistake(in text: String) -> TextMistake? {
    if text == "own" { return nil }
    if text.contains("/") || text.hasSuffix(".yaml") || text.hasSuffix(".yml") {
      return TextMistake(
        problem: "names a mapping file; reading conversations from other tables is not available yet",
        expected: expectation)
    }
    return TextMistake(
      problem: "is not valid", expected: expectation, nearest: nearestName(to: text, among: ["own"]))
  }
}

private func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
private func isAlphanumeric(_ byte: UInt8) -> Bool {
  isLower(byte | 0x20) && byte < 0x80 || isDigit(byte)
}

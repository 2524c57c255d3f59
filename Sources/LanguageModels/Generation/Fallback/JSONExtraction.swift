import Transcripts

/// Finds JSON in a text that is not only JSON.
enum JSONExtraction {
  /// How many places are tried: enough for any answer, and few enough that brackets without end cost little.
  private static let attemptLimit = 200

  /// What follows the last `</think>`; a text whose thinking does not end has no answer.
  static func withoutThinking(_ text: String) -> String {
    if let end = text.ranges(of: "</think>").last { return String(text[end.upperBound...]) }
    if let start = text.firstRange(of: "<think>"), text[..<start.lowerBound].trimmingWhitespace.isEmpty { return "" }
    return text
  }

  /// The complete values in their order: the whole text, or those that begin with a bracket anywhere in it; and
  /// whether one begins that does not end.
  static func candidates(in text: String) -> (complete: [GeneratedContent], stopsInside: Bool) {
    if let content = try? GeneratedContent(json: text), content.isComplete { return ([content], false) }
    var complete: [GeneratedContent] = []
    var attempts = 0
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count, attempts < attemptLimit {
      guard bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "[") else {
        index += 1
        continue
      }
      attempts += 1
      switch read(bytes[index...]) {
      case .complete(let content, let length):
        complete.append(content)
        index += length
      case .broken: index += 1
      case .unfinished: return (complete, true)
      }
    }
    // Scalars in a fence have no bracket to be known by.
    if complete.isEmpty, let fenced = fence(text), let content = try? GeneratedContent(json: fenced), content.isComplete
    {
      complete = [content]
    }
    return (complete, false)
  }

  private enum Reading {
    case complete(GeneratedContent, length: Int)
    case broken, unfinished
  }

  private static func read(_ bytes: ArraySlice<UInt8>) -> Reading {
    var reader = PartialJSONReader()
    for byte in bytes {
      do throws(JSON.ParseError) { try reader.append(byte) } catch { return .broken }
      if reader.isFinished, let content = reader.content { return .complete(content, length: reader.offset) }
    }
    return .unfinished
  }

  /// What the first code fence encloses.
  private static func fence(_ text: String) -> String? {
    let parts = text.split(separator: "```", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let line = parts[1].firstIndex(where: \.isNewline) else { return nil }
    return String(parts[1][line...])
  }
}

extension StringProtocol {
  var trimmingWhitespace: String {
    let start = drop { $0.isWhitespace }
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex)])
  }
}

import Transcripts

/// A conversation whose messages are one array in its envelope. They are written as they come.
struct ListConversation: Sendable {
  private let format: TranscriptFormat
  /// What stands before and after the messages, as pieces between which the system prompt goes.
  private let before: [[UInt8]]
  private let after: [[UInt8]]
  /// Whether the first message is Anthropic's system prompt, and has not come yet.
  private var awaitsSystem: Bool
  private var system: [UInt8] = Array("null".utf8)
  private var hasMessages = false
  private var converted = 0

  init(_ envelope: RawJSON, format: TranscriptFormat) throws(EnvelopeError) {
    self.format = format
    let messages =
      switch (format, envelope.kind) {
      case (.apple, _): envelope["transcript"]?["entries"]
      case (_, .array): envelope
      default: envelope["messages"]
      }
    guard let messages, messages.kind == .array else {
      throw EnvelopeError(expected: format == .apple ? "an array `transcript.entries`" : "an array `messages`")
    }
    let system = format == .anthropic ? envelope["system"]?.bytes : nil
    let isFilled = envelope["system"]?.kind == .object
    awaitsSystem = system != nil && isFilled
    /// The text of the range, cut where the system prompt goes.
    func pieces(_ range: Range<Int>) -> [[UInt8]] {
      guard let system, isFilled, range.contains(system.startIndex) else { return [envelope.bytes[range].onOneLine] }
      return [range.lowerBound..<system.startIndex, system.endIndex..<range.upperBound].map {
        envelope.bytes[$0].onOneLine
      }
    }
    before = pieces(envelope.bytes.startIndex..<messages.bytes.startIndex)
    after = pieces(messages.bytes.endIndex..<envelope.bytes.endIndex)
  }

  /// The text up to the first message, as far as it is known.
  func begin() -> [UInt8] { awaitsSystem ? [] : opening }

  mutating func add(_ message: ExportedMessage) -> [UInt8] {
    if awaitsSystem {
      awaitsSystem = false
      if case .original(let text) = message { system = text.utf8.onOneLine }
      return opening
    }
    var output: [UInt8] = []
    for text in texts(of: message) {
      if hasMessages { output.append(UInt8(ascii: ",")) }
      hasMessages = true
      output += text
    }
    return output
  }

  func end() -> [UInt8] { (awaitsSystem ? opening : []) + [UInt8(ascii: "]")] + after.joined(separator: system) }

  private var opening: [UInt8] { before.joined(separator: system) + [UInt8(ascii: "[")] }

  private mutating func texts(of message: ExportedMessage) -> [[UInt8]] {
    switch message {
    case .original(let text): return [text.utf8.onOneLine]
    case .erased: return []
    case .chat(let chat):
      converted += 1
      switch format {
      case .anthropic: return AnthropicHistory(keepingSystemInPlace: [chat]).messages.map(\.utf8)
      case .apple: return AppleHistory.entries(of: chat, id: "appended-\(converted)").map(\.utf8)
      default: return [chat.utf8]
      }
    }
  }
}

extension Sequence<UInt8> {
  /// JSON text on one line: line breaks can only stand between its tokens.
  var onOneLine: [UInt8] { map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 } }
}

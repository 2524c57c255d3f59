/// Reads conversations out of a source, one after the other.
///
/// What is wrong with one conversation is a value, so that the caller decides whether to go on; only errors of the
/// source itself are thrown.
public struct TranscriptReader<Source: ByteSource> {
  public enum Item: Sendable {
    case conversation(ConversationDraft)
    /// A conversation that could not be read. The next call goes on behind it.
    case broken(ImportDiagnostic)
  }

  public let format: TranscriptFormat
  private var records: any RecordReader

  /// How many bytes have been read into conversations, for progress.
  public var bytesRead: Int { records.offset }

  /// - Parameters:
  ///   - format: `nil` to tell it by the first bytes.
  ///   - lengthLimit: The longest text of a conversation, in bytes; a longer one is reported as broken.
  /// - Throws: ``UnknownFormat`` or ``ValueOverLines`` where the format is to be told, or an error of the source.
  public init(_ source: Source, format: TranscriptFormat?, lengthLimit: Int = 1 << 30) throws {
    var source = PeekingSource(source)
    self.format = try format ?? TranscriptReader.detect(&source)
    records =
      switch self.format {
      case .openai, .anthropic: LineReader(source, lengthLimit: lengthLimit)
      case .apple: ValueReader(source, layout: .values, lengthLimit: lengthLimit)
      case .chatgpt: ValueReader(source, layout: .arrayElements, lengthLimit: lengthLimit)
      }
  }

  /// The next conversation, or what is wrong with it; `nil` at the end.
  public mutating func next() throws -> Item? {
    switch try records.next() {
    case nil: return nil
    case .failure(let diagnostic): return .broken(diagnostic)
    case .success(let record):
      do throws(ImportDiagnostic) {
        return .conversation(try conversation(record))
      } catch { return .broken(error) }
    }
  }

  private func conversation(_ record: Record) throws(ImportDiagnostic) -> ConversationDraft {
    switch format {
    case .openai, .anthropic: try MessageLine(record, format: format).draft
    case .apple: try AppleDocument(record).draft
    case .chatgpt: try ChatGPTConversation(record).draft
    }
  }

  /// How much of a file is looked at to tell what it is.
  private static var prefixLength: Int { 1 << 16 }

  private static func detect(_ source: inout PeekingSource<Source>) throws -> TranscriptFormat {
    let prefix = try source.peek(prefixLength)
    if prefix.allSatisfy(isWhitespace) { return .openai }
    let format = TranscriptFormat(detectedIn: prefix)
    // An array of what would be lines is none of the formats as it stands.
    if format != .apple, format != .chatgpt, let mistake = ValueOverLines(beginning: prefix),
      format != nil || mistake.isArray
    {
      throw mistake
    }
    guard let format else { throw UnknownFormat() }
    return format
  }
}

/// The first bytes look like none of the formats.
public struct UnknownFormat: Error, Sendable, CustomStringConvertible {
  public var description: String {
    let names = TranscriptFormat.allCases.map(\.rawValue).joined(separator: ", ")
    return "line 1, byte 0: found the beginning of no known format, expected one of \(names)"
  }
}

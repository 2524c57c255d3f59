/// Cuts a source into JSON values: the elements of one array, or values that follow one another.
///
/// Only brackets and quotes are looked at, so a value that is broken otherwise does not take the next one with it.
/// Only the value at hand is in memory.
struct ValueReader<Source: ByteSource>: RecordReader {
  enum Layout { case arrayElements, values }

  private enum State { case beforeArray, beforeElement, afterElement, afterArray, ended }

  private var bytes: ByteStream<Source>
  private let layout: Layout
  private var state: State
  private var conversation = 0
  /// A longer value is not kept but reported.
  private let lengthLimit: Int

  init(_ source: Source, layout: Layout, lengthLimit: Int) {
    bytes = ByteStream(source)
    self.layout = layout
    state = layout == .arrayElements ? .beforeArray : .beforeElement
    self.lengthLimit = lengthLimit
  }

  var offset: Int { bytes.offset }

  mutating func next() throws -> Result<Record, ImportDiagnostic>? {
    while state != .ended {
      try bytes.skipWhitespace()
      guard let byte = try bytes.peek() else { return end() }
      switch (state, byte) {
      case (.beforeArray, UInt8(ascii: "[")): take(.beforeElement)
      case (.beforeArray, _): return stop(found: byte, expected: "`[`")
      case (.beforeElement, UInt8(ascii: "]")) where layout == .arrayElements: take(.afterArray)
      case (.beforeElement, UInt8(ascii: ",")) where layout == .arrayElements:
        let diagnostic = failure(found: "`,`", expected: "a conversation")
        take(.beforeElement)
        return diagnostic
      case (.beforeElement, _):
        state = layout == .arrayElements ? .afterElement : .beforeElement
        conversation += 1
        return try value()
      case (.afterElement, UInt8(ascii: ",")): take(.beforeElement)
      case (.afterElement, UInt8(ascii: "]")): take(.afterArray)
      case (.afterElement, _):
        state = .beforeElement
        return failure(found: name(byte), expected: "`,` or `]`")
      case (.afterArray, _): return stop(found: byte, expected: "the end of the file")
      case (.ended, _): return nil
      }
    }
    return nil
  }

  private mutating func take(_ next: State) {
    bytes.skip()
    state = next
  }

  /// Reads the value that begins here.
  private mutating func value() throws -> Result<Record, ImportDiagnostic> {
    let place = place
    var scanner = ValueScanner()
    var content: [UInt8] = []
    var length = 0
    while let slice = try bytes.take(&scanner) {
      length += slice.count
      if length > lengthLimit { content = [] } else { content += slice }
    }
    if length > lengthLimit {
      return .failure(
        ImportDiagnostic(place: place, found: "a value of \(length) bytes", expected: "at most \(lengthLimit)"))
    }
    return .success(Record(bytes: content, place: place))
  }

  private var place: ImportPlace {
    ImportPlace(conversation: max(conversation, 1), line: bytes.line, offset: bytes.offset)
  }

  private func failure(found: String, expected: String) -> Result<Record, ImportDiagnostic> {
    .failure(ImportDiagnostic(place: place, found: found, expected: expected))
  }

  /// The source has ended: well, or inside its array.
  private mutating func end() -> Result<Record, ImportDiagnostic>? {
    defer { state = .ended }
    switch state {
    case .afterArray, .ended: return nil
    case .beforeElement where layout == .values: return nil
    case .beforeArray: return offset == 0 ? nil : failure(found: "the end of the file", expected: "`[`")
    case .beforeElement, .afterElement: return failure(found: "the end of the file", expected: "`]`")
    }
  }

  private mutating func stop(found byte: UInt8, expected: String) -> Result<Record, ImportDiagnostic> {
    state = .ended
    return failure(found: name(byte), expected: expected)
  }

  private func name(_ byte: UInt8) -> String {
    byte > 0x20 && byte < 0x7F ? "`\(Character(Unicode.Scalar(byte)))`" : "byte \(byte)"
  }
}

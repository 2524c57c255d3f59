/// Cuts a source into lines; blank ones are passed over. Only the line at hand is in memory.
struct LineReader<Source: ByteSource>: RecordReader {
  private var source: Source
  /// What has been read of the source and not been handed out.
  private var buffer: ArraySlice<UInt8> = []
  private var line = 1
  private var conversation = 0
  private(set) var offset = 0
  /// A longer line is not kept but reported.
  private let lengthLimit: Int

  init(_ source: Source, lengthLimit: Int) {
    self.source = source
    self.lengthLimit = lengthLimit
  }

  mutating func next() throws -> Result<Record, ImportDiagnostic>? {
    while true {
      var (bytes, length) = try readLine()
      if length == 0 { return nil }
      defer {
        offset += length
        line += 1
      }
      if length == bytes.count && bytes.allSatisfy(isWhitespace) { continue }
      conversation += 1
      let place = ImportPlace(conversation: conversation, line: line, offset: offset)
      if length > lengthLimit {
        return .failure(
          ImportDiagnostic(place: place, found: "a line of \(length) bytes", expected: "at most \(lengthLimit)"))
      }
      // What is wrong at the end of a line is wrong on this line, not on the next.
      if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      return .success(Record(bytes: bytes, place: place))
    }
  }

  /// The next line with its line feed, as far as it is within the limit, and its whole length; 0 at the end.
  private mutating func readLine() throws -> (bytes: [UInt8], length: Int) {
    var bytes: [UInt8] = []
    var length = 0
    while true {
      if buffer.isEmpty {
        guard let piece = try source.next() else { return (bytes, length) }
        buffer = piece[...]
        continue
      }
      let end = buffer.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      let part = buffer[..<(end ?? buffer.endIndex)]
      length += part.count
      if length > lengthLimit { bytes = [] } else { bytes += part }
      buffer = buffer[part.endIndex...]
      if end != nil { return (bytes, length) }
    }
  }
}

/// Whether JSON allows the byte between tokens.
func isWhitespace(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\t")
}

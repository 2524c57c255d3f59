import CYAML

/// Reads one YAML document into a tree, over libyaml's events.
///
/// Refused, each with its place: anchors and aliases (which also make a small file expand to a huge one), merge
/// keys, tags, several documents, keys that are not scalars, and nesting beyond ``depthLimit``.
package enum YAMLReader {
  /// In bytes of UTF-8.
  package static let sizeLimit = 256 * 1024
  package static let depthLimit = 32

  package static func read(_ text: String, wording: YAMLWording) throws(YAMLProblem) -> YAMLNode {
    var bytes = Array(text.utf8)
    guard bytes.count <= sizeLimit else {
      throw YAMLProblem(
        range: SourceRange(line: 1, column: 1, endLine: 1, endColumn: 1), message: "the file has \(bytes.count) bytes",
        expected: "at most \(sizeLimit) bytes")
    }
    // Without this, libyaml would take bytes that look like UTF-16 for it.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let events = try YAMLEvents(bytes)
    var builder = YAMLTreeBuilder(events: events, wording: wording)
    return try builder.document()
  }
}

/// Owns libyaml's parser and the text under it.
final class YAMLEvents {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let text: [UInt8]

  enum Event {
    case streamStart, streamEnd, documentStart, documentEnd
    case scalar(String, YAMLNode.ScalarStyle, YAMLDecoration)
    case sequenceStart(YAMLDecoration), sequenceEnd
    case mappingStart(YAMLDecoration), mappingEnd
    case alias(String)
  }

  init(_ bytes: [UInt8]) throws(YAMLProblem) {
    text = bytes
    input = .allocate(capacity: max(1, bytes.count))
    _ = input.initialize(from: bytes)
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    guard yaml_parser_initialize(parser) == 1 else { fatalError("libyaml is out of memory") }
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
    input.deallocate()
  }

  func next() throws(YAMLProblem) -> (event: Event, range: SourceRange) {
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) == 1 else { throw problem() }
    defer { yaml_event_delete(&event) }
    let range = SourceRange(
      line: Int(event.start_mark.line) + 1, column: Int(event.start_mark.column) + 1,
      endLine: Int(event.end_mark.line) + 1, endColumn: Int(event.end_mark.column) + 1)
    return (converted(event), range)
  }

  private func converted(_ event: yaml_event_t) -> Event {
    switch event.type {
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      let value = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
      let style: YAMLNode.ScalarStyle =
        switch scalar.style {
        case YAML_PLAIN_SCALAR_STYLE: .plain
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
        default: .quoted
        }
      return .scalar(value, style, YAMLDecoration(anchor: scalar.anchor, tag: scalar.tag))
    case YAML_SEQUENCE_START_EVENT:
      let start = event.data.sequence_start
      return .sequenceStart(YAMLDecoration(anchor: start.anchor, tag: start.tag))
    case YAML_MAPPING_START_EVENT:
      let start = event.data.mapping_start
      return .mappingStart(YAMLDecoration(anchor: start.anchor, tag: start.tag))
    case YAML_ALIAS_EVENT: return .alias(String(cString: event.data.alias.anchor))
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_STREAM_START_EVENT: return .streamStart
    default: return .streamEnd
    }
  }

  private func problem() -> YAMLProblem {
    let state = parser.pointee
    var message = state.problem.map { String(cString: $0) } ?? "this is not YAML"
    let mark: (line: Int, column: Int)
    if state.error == YAML_READER_ERROR {
      // The reader reports a byte offset and leaves the mark at zero.
      let before = String(decoding: text.prefix(Int(state.problem_offset)), as: UTF8.self)
      let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
      mark = (max(1, lines.count), (lines.last?.unicodeScalars.count ?? 0) + 1)
    } else {
      mark = (Int(state.problem_mark.line) + 1, Int(state.problem_mark.column) + 1)
      if let context = state.context {
        message += " \(String(cString: context)) that begins at line \(state.context_mark.line + 1)"
      }
    }
    return YAMLProblem(
      range: SourceRange(line: mark.line, column: mark.column, endLine: mark.line, endColumn: mark.column + 1),
      message: message, expected: Self.hint(for: state.problem.map { String(cString: $0) } ?? "", at: scalar(at: state))
    )
  }

  private func scalar(at state: yaml_parser_t) -> Unicode.Scalar? {
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    return scalars.dropFirst(Int(state.problem_mark.index)).first
  }

  /// What the writer most likely meant.
  private static func hint(for problem: String, at scalar: Unicode.Scalar?) -> String? {
    if problem.contains("tab character") || scalar == "\t" { return "blanks: YAML is not indented with tabs" }
    if problem.hasPrefix("found character that cannot start any token") {
      return scalar.map { "quotes around a text that begins with `\($0)`" }
    }
    if problem.hasPrefix("did not find expected alphabetic or numeric character") {
      return "quotes around a text that begins with `*` or `&`"
    }
    if problem.hasPrefix("mapping values are not allowed") {
      return "a new line, or quotes around a text with `: ` in it"
    }
    if problem.hasPrefix("could not find expected ':'") { return "`:` after the key" }
    if problem.hasPrefix("did not find expected key") { return "a key that is indented like its neighbours" }
    return nil
  }
}

/// What may stand before a value in YAML and is refused.
struct YAMLDecoration {
  var anchor: String?
  var tag: String?

  init(anchor: UnsafeMutablePointer<yaml_char_t>?, tag: UnsafeMutablePointer<yaml_char_t>?) {
    self.anchor = anchor.map { String(cString: $0) }
    self.tag = tag.map { String(cString: $0) }
  }
}

public import Transcripts

/// Reads a JSON text piece by piece, and shows at any time the value that it holds so far.
///
/// Each byte is looked at once, so a whole stream costs time in proportion to its length; a ``content`` costs what
/// stands in the containers and the string that are still open.
///
/// What the end of an unfinished text becomes: a string holds what came of it, without half an escape or half a
/// character; a number its longest legal beginning; `t` is already `true`; a key without a value is left out; open
/// containers are closed. Two habits of models are forgiven: control characters in strings, and a comma after the
/// last element. NULs and lone surrogates become U+FFFD, as in `JSON.parse`.
public struct PartialJSONReader: Sendable {
  /// An open array or object with its closed parts; a struct, so that these grow in place.
  private struct Container {
    var isArray: Bool
    var elements: [JSON] = []
    var members: [JSON.Member] = []
    var key: String?
  }

  private enum State {
    case value, valueOrClosing, keyOrClosing, colon, commaOrClosing
    case string(isKey: Bool)
    case number
    case literal
    case done
  }

  private var open: [Container] = []
  private var state = State.value
  private var token: [UInt8] = []
  private var string = PartialString()
  private var root: JSON?
  /// How many bytes were read.
  public private(set) var offset = 0

  /// A reader at the start of a text.
  public init() {}

  /// Whether the value is closed. A number at the root never is: more digits may come.
  public var isFinished: Bool { root != nil }

  /// Reads on.
  ///
  /// - Throws: `JSON.ParseError` at the first byte that cannot belong to a JSON text; the reader must not be
  ///   used any more.
  public mutating func append(_ text: String) throws(JSON.ParseError) {
    for byte in text.utf8 { try append(byte) }
  }

  /// Reads on, bytes of UTF-8 cut anywhere. See ``append(_:)-(String)``.
  public mutating func append(contentsOf bytes: some Sequence<UInt8>) throws(JSON.ParseError) {
    for byte in bytes { try append(byte) }
  }

  mutating func append(_ byte: UInt8) throws(JSON.ParseError) {
    switch state {
    case .string(let isKey):
      if byte == UInt8(ascii: "\""), !string.isEscaping {
        close(string: string.closed(), isKey: isKey)
      } else if !string.append(byte) {
        throw error(byte, "an escape")
      }
    case .number:
      if PartialNumber.isPart(byte) {
        token.append(byte)
      } else {
        try closeNumber()
        try structure(byte)
      }
    case .literal:
      token.append(byte)
      guard let word = PartialJSONReader.word(token) else { throw error(byte, "`true`, `false` or `null`") }
      if word.text.count == token.count { close(word.value) }
    default: try structure(byte)
    }
    offset += 1
  }

  // MARK: what there is so far

  /// The value so far, or `nil` where none has begun.
  public var content: GeneratedContent? {
    if let root { return GeneratedContent(root) }
    var value = openScalar
    var levels = value == nil ? 0 : 1
    for container in open.reversed() {
      if container.isArray {
        value = .array(container.elements + (value.map { [$0] } ?? []))
      } else if let key = container.key, let member = value {
        value = .object(container.members + [JSON.Member(key, member)])
      } else {
        value = .object(container.members)
      }
      levels += 1
    }
    return value.map { GeneratedContent($0, openLevels: levels) }
  }

  /// The content at the end of the text, complete where the text is.
  ///
  /// - Throws: `JSON.ParseError` where no value has begun.
  public func finish() throws(JSON.ParseError) -> GeneratedContent {
    guard let content else {
      throw JSON.ParseError(offset: offset, found: "the end of the text", expected: "a value")
    }
    if case .number = state, open.isEmpty, PartialNumber.legalPrefix(token) == token.count {
      return GeneratedContent(content.json)
    }
    return content
  }

  private var openScalar: JSON? {
    switch state {
    case .string(isKey: false): return .string(string.soFar)
    case .number:
      let length = PartialNumber.legalPrefix(token)
      return length == 0 ? nil : .number(String(decoding: token[..<length], as: UTF8.self))
    case .literal: return PartialJSONReader.word(token)?.value
    default: return nil
    }
  }

  // MARK: structure

  private mutating func structure(_ byte: UInt8) throws(JSON.ParseError) {
    if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { return }
    switch state {
    case .valueOrClosing where byte == UInt8(ascii: "]"): closeContainer()
    case .value, .valueOrClosing: try begin(byte)
    case .keyOrClosing where byte == UInt8(ascii: "}"): closeContainer()
    case .keyOrClosing:
      guard byte == UInt8(ascii: "\"") else { throw error(byte, "a key in quotes") }
      string = PartialString()
      state = .string(isKey: true)
    case .colon:
      guard byte == UInt8(ascii: ":") else { throw error(byte, "`:`") }
      state = .value
    case .commaOrClosing:
      let isArray = open[open.count - 1].isArray
      if byte == UInt8(ascii: ",") {
        state = isArray ? .valueOrClosing : .keyOrClosing
      } else if byte == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) {
        closeContainer()
      } else {
        throw error(byte, isArray ? "`,` or `]`" : "`,` or `}`")
      }
    default: throw error(byte, "the end of the text")
    }
  }

  private mutating func begin(_ byte: UInt8) throws(JSON.ParseError) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if open.count == JSON.depthLimit {
        throw JSON.ParseError(
          offset: offset, found: "a value nested more than \(JSON.depthLimit) deep",
          expected: "at most \(JSON.depthLimit) levels")
      }
      let isArray = byte == UInt8(ascii: "[")
      open.append(Container(isArray: isArray))
      state = isArray ? .valueOrClosing : .keyOrClosing
    case UInt8(ascii: "\""):
      string = PartialString()
      state = .string(isKey: false)
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      token = [byte]
      state = .literal
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      token = [byte]
      state = .number
    default: throw error(byte, "a value")
    }
  }

  // MARK: closing

  private mutating func close(string text: String, isKey: Bool) {
    guard isKey else { return close(.string(text)) }
    open[open.count - 1].key = text
    state = .colon
  }

  private mutating func closeNumber() throws(JSON.ParseError) {
    guard PartialNumber.legalPrefix(token) == token.count else {
      throw JSON.ParseError(offset: offset, found: "the end of a number", expected: "a number as JSON writes it")
    }
    close(.number(String(decoding: token, as: UTF8.self)))
  }

  private mutating func closeContainer() {
    let container = open.removeLast()
    close(container.isArray ? .array(container.elements) : .object(container.members))
  }

  private mutating func close(_ value: JSON) {
    guard let last = open.indices.last else {
      root = value
      state = .done
      return
    }
    if open[last].isArray {
      open[last].elements.append(value)
    } else {
      open[last].members.append(JSON.Member(open[last].key ?? "", value))
      open[last].key = nil
    }
    state = .commaOrClosing
  }

  private static func word(_ token: [UInt8]) -> (text: [UInt8], value: JSON)? {
    let words: [(String, JSON)] = [("true", .bool(true)), ("false", .bool(false)), ("null", .null)]
    return words.lazy.map { (Array($0.utf8), $1) }.first { $0.0.starts(with: token) }
  }

  private func error(_ byte: UInt8, _ expected: String) -> JSON.ParseError {
    let isPrintable = byte > 0x20 && byte < 0x7F
    let found =
      isPrintable ? "`\(Character(Unicode.Scalar(byte)))`" : "byte 0x\(String(byte, radix: 16, uppercase: true))"
    return JSON.ParseError(offset: offset, found: found, expected: expected)
  }
}

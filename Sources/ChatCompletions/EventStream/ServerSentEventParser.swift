/// Splits the bytes of a `text/event-stream` into events (WHATWG HTML, sections 9.2.5 and 9.2.6).
///
/// Bytes may come in pieces of any size. Lines end in LF, CR or CRLF and in nothing else: characters such as U+2028 stay
/// inside the data. Bytes are collected and decoded a whole event at a time, so a character cut by a read stays whole.
public struct ServerSentEventParser: Sendable {
  /// An event outgrew the limit; the stream cannot be followed any further.
  public struct EventTooLarge: Error, Sendable, Hashable {
    /// In bytes.
    public let limit: Int
  }

  /// The last valid `retry:` field, in milliseconds.
  public private(set) var reconnectionTime: Int?

  private let limit: Int
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  /// Tells an event without data lines from one with a single empty line.
  private var hasData = false
  private var type: [UInt8] = []
  private var lastEventID: [UInt8] = []
  private var lastWasCarriageReturn = false
  private var start = Start.atByte(0)

  /// How far a leading byte order mark has been matched.
  private enum Start {
    case atByte(Int)
    case passed
  }

  /// - Parameter maximumEventBytes: the most that a line, or the data of an event, may hold.
  public init(maximumEventBytes: Int = 16 << 20) {
    limit = maximumEventBytes
  }

  /// Takes the next bytes and returns the events that they complete.
  public mutating func feed(_ bytes: some Sequence<UInt8>) throws(EventTooLarge) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for byte in bytes {
      if case .atByte(let position) = start, skipsByteOrderMark(byte, at: position) { continue }
      switch byte {
      case 0x0A where lastWasCarriageReturn:
        lastWasCarriageReturn = false
      case 0x0A, 0x0D:
        lastWasCarriageReturn = byte == 0x0D
        if let event = endLine() { events.append(event) }
      default:
        lastWasCarriageReturn = false
        line.append(byte)
        if line.count > limit { throw EventTooLarge(limit: limit) }
      }
      if data.count > limit { throw EventTooLarge(limit: limit) }
    }
    return events
  }

  /// What was begun when the stream ended, the unterminated line included; nil when that is no data.
  ///
  /// The standard discards it. It is given out for readers that prefer a complete but unterminated event to none.
  public mutating func finish() -> ServerSentEvent? {
    if !line.isEmpty { _ = endLine() }
    return dispatch()
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private mutating func skipsByteOrderMark(_ byte: UInt8, at position: Int) -> Bool {
    if byte == Self.byteOrderMark[position] {
      start = position == 2 ? .passed : .atByte(position + 1)
      return true
    }
    start = .passed
    line += Self.byteOrderMark[..<position]
    return false
  }

  private mutating func endLine() -> ServerSentEvent? {
    defer { line.removeAll(keepingCapacity: line.capacity <= 1 << 16) }
    if line.isEmpty { return dispatch() }
    let colon = line.firstIndex(of: 0x3A) ?? line.endIndex
    if colon == 0 { return nil }
    var value = line[colon...].dropFirst()
    if value.first == 0x20 { value = value.dropFirst() }
    take(field: line[..<colon], value: value)
    return nil
  }

  private mutating func take(field: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
    if field.elementsEqual("data".utf8) {
      if hasData { data.append(0x0A) }
      hasData = true
      data += value
    } else if field.elementsEqual("event".utf8) {
      type = Array(value)
    } else if field.elementsEqual("id".utf8) {
      if !value.contains(0) { lastEventID = Array(value) }
    } else if field.elementsEqual("retry".utf8) {
      if !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) {
        reconnectionTime = Int(String(decoding: value, as: UTF8.self)) ?? reconnectionTime
      }
    }
  }

  private mutating func dispatch() -> ServerSentEvent? {
    defer {
      data.removeAll(keepingCapacity: data.capacity <= 1 << 16)
      hasData = false
      type = []
    }
    guard hasData else { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self),
      data: String(decoding: data, as: UTF8.self),
      lastEventID: String(decoding: lastEventID, as: UTF8.self))
  }
}

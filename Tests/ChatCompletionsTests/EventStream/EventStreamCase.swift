import ChatCompletions
import Testing

/// Bytes, and the events that they must give.
struct EventStreamCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let events: [ServerSentEvent]
  /// What is left over at the end of the stream, not part of `events`.
  let unfinished: String?

  init(_ name: String, _ bytes: [UInt8], _ events: [ServerSentEvent], unfinished: String? = nil) {
    self.name = name
    self.bytes = bytes
    self.events = events
    self.unfinished = unfinished
  }

  init(_ name: String, _ text: String, _ data: [String], unfinished: String? = nil) {
    self.init(name, Array(text.utf8), data.map { ServerSentEvent(data: $0) }, unfinished: unfinished)
  }

  var testDescription: String { name }

  static let all = fields + endings + encoding

  private static let fields: [EventStreamCase] = [
    .init("a space after the colon", "data: a\n\n", ["a"]),
    .init("no space after the colon", "data:a\n\n", ["a"]),
    .init("only one space is removed", "data:  a\n\n", [" a"]),
    .init("a tab is not removed", "data:\ta\n\n", ["\ta"]),
    .init("two data lines", "data: a\ndata: b\n\n", ["a\nb"]),
    .init("two names without a value", "data\ndata\n\n", ["\n"]),
    .init("an empty value", "data:\n\n", [""]),
    .init("a name alone", "data\n\n", [""]),
    .init("blank lines", "\n\n\n", []),
    .init("a comment", ": c\n\n", []),
    .init("an empty comment", ":\n\n", []),
    .init("a comment that looks like data", ":data: x\n\n", []),
    .init("a type without data", "event: x\n\n", []),
    .init(
      "a type holds for one event", Array("event: x\ndata: a\n\ndata: b\n\n".utf8),
      [ServerSentEvent(type: "x", data: "a"), ServerSentEvent(data: "b")]),
    .init("a type without data is forgotten", "event: x\n\ndata: a\n\n", ["a"]),
    .init("an empty type", "event:\ndata: a\n\n", ["a"]),
    .init(
      "an id stays", Array("id: 1\ndata: a\n\ndata: b\n\n".utf8),
      [ServerSentEvent(data: "a", lastEventID: "1"), ServerSentEvent(data: "b", lastEventID: "1")]),
    .init(
      "an id is reset by an empty one", Array("id: 1\ndata: a\n\nid\ndata: b\n\n".utf8),
      [ServerSentEvent(data: "a", lastEventID: "1"), ServerSentEvent(data: "b")]),
    .init(
      "an id with NUL is ignored", Array("id: 1\nid: 2\0\ndata: a\n\n".utf8),
      [ServerSentEvent(data: "a", lastEventID: "1")]),
    .init("retry dispatches nothing", "retry: 100\n\n", []),
    .init("an unknown field", "foo: 1\ndata: a\n\n", ["a"]),
    .init("a name with a leading space", " data: a\n\n", []),
    .init("a name in capitals", "Data: a\n\n", []),
    .init("colons in the value", "data: {\"a\":\"b:c\"}\n\n", ["{\"a\":\"b:c\"}"]),
    .init("a comment between data lines", "data: a\n: c\ndata: b\n\n", ["a\nb"]),
    .init("many blank lines", "data: a\n\n\n\ndata: b\n\n", ["a", "b"]),
    .init("trailing spaces", "data: a  \n\n", ["a  "]),
    .init("JSON over two lines", "data: {\"a\":\ndata: 1}\n\n", ["{\"a\":\n1}"]),
  ]

  private static let endings: [EventStreamCase] =
    [
      .init("no line end at all", "data: a", [], unfinished: "a"),
      .init("no blank line", "data: a\n", [], unfinished: "a"),
      .init("CR", "data: a\r\rdata: b\r\r", ["a", "b"]),
      .init("CR is an end at once", "data: a\r\r", ["a"]),
      .init("CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]),
      .init("CRLF between data lines", "data: a\r\ndata: b\r\n\r\n", ["a\nb"]),
    ]
    + ["\n", "\r", "\r\n"].flatMap { first in
      ["\n", "\r", "\r\n"].compactMap { second in
        first == "\r" && second == "\n"
          ? nil
          : EventStreamCase(
            "\(first.debugDescription) then \(second.debugDescription)",
            "data: a\(first)\(second)data: b\(first)\(second)", ["a", "b"])
      }
    }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static let encoding: [EventStreamCase] = [
    .init("a byte order mark", mark + Array("data: a\n\n".utf8), [ServerSentEvent(data: "a")]),
    .init("two byte order marks", mark + mark + Array("data: a\n\n".utf8), []),
    .init("half a byte order mark", [0xEF, 0xBB] + Array("data: a\n\ndata: b\n\n".utf8), [ServerSentEvent(data: "b")]),
    .init("a byte order mark further on", "data: \u{FEFF}a\n\n", ["\u{FEFF}a"]),
    .init(
      "what other programs take for line ends", "data: \u{2028}\u{2029}\u{85}\u{0B}\u{0C}\u{1C}\n\n",
      ["\u{2028}\u{2029}\u{85}\u{0B}\u{0C}\u{1C}"]),
    .init("emoji", "data: 👩‍🚀é\n\n", ["👩‍🚀é"]),
    .init(
      "an invalid byte", Array("data: a".utf8) + [0xFF] + Array("b\n\ndata: c\n\n".utf8),
      [
        ServerSentEvent(data: "a\u{FFFD}b"), ServerSentEvent(data: "c"),
      ]),
    .init("NUL in data", "data: a\0b\n\n", ["a\0b"]),
    .init("NUL in a name", "da\0ta: a\n\n", []),
  ]
}

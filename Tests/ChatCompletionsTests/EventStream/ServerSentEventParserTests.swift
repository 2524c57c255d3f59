import ChatCompletions
import Testing

@Suite struct ServerSentEventParserTests {
  @Test(arguments: EventStreamCase.all)
  func `a whole stream in one piece gives its events`(of stream: EventStreamCase) throws {
    var parser = ServerSentEventParser()
    #expect(try parser.feed(stream.bytes) == stream.events)
    #expect(parser.finish()?.data == stream.unfinished)
  }

  @Test(arguments: EventStreamCase.all, 1...4)
  func `pieces of any size give the same events`(of stream: EventStreamCase, size: Int) throws {
    var parser = ServerSentEventParser()
    var events: [ServerSentEvent] = []
    for start in Swift.stride(from: 0, to: stream.bytes.count, by: size) {
      events += try parser.feed(stream.bytes[start..<min(start + size, stream.bytes.count)])
    }
    #expect(events == stream.events)
    #expect(parser.finish()?.data == stream.unfinished)
  }

  @Test func `an event is given out as soon as its blank line is there, without waiting for a line feed`() throws {
    var parser = ServerSentEventParser()
    #expect(try parser.feed("data: a\r".utf8).isEmpty)
    #expect(try parser.feed("\r".utf8).map(\.data) == ["a"])
  }

  @Test func `CR and LF of one line end in different reads make no blank line`() throws {
    var parser = ServerSentEventParser()
    var events: [ServerSentEvent] = []
    for piece in ["data: a\r", "\n", "data: b\r\n", "\r\n"] { events += try parser.feed(piece.utf8) }
    #expect(events.map(\.data) == ["a\nb"])
  }

  @Test(arguments: [("retry: 100\n", 100), ("retry: 1x\n", nil), ("retry:\n", nil), ("retry: 7\nretry: -1\n", 7)])
  func `a reconnection time is digits only`(text: String, time: Int?) throws {
    var parser = ServerSentEventParser()
    #expect(try parser.feed(text.utf8).isEmpty)
    #expect(parser.reconnectionTime == time)
  }

  @Test func `a line of some megabytes in small pieces comes out whole`() throws {
    let payload = [UInt8](repeating: 0x78, count: 3 << 20)
    var parser = ServerSentEventParser()
    _ = try parser.feed("data: ".utf8)
    for start in Swift.stride(from: 0, to: payload.count, by: 1000) {
      #expect(try parser.feed(payload[start..<min(start + 1000, payload.count)]).isEmpty)
    }
    #expect(try parser.feed("\n\n".utf8).first?.data.utf8.count == payload.count)
  }

  @Test(arguments: ["data: aaaaaaaaaaaaaaaaaaaa", "data: aaaaa\ndata: aaaaa\n", ": aaaaaaaaaaaaaaaaaaaaa"])
  func `an event that outgrows the limit is an error`(text: String) {
    var parser = ServerSentEventParser(maximumEventBytes: 10)
    let error = #expect(throws: ServerSentEventParser.EventTooLarge.self) { try parser.feed(text.utf8) }
    #expect(error?.limit == 10)
  }

  @Test func `a hundred thousand heartbeats leave nothing behind`() throws {
    var parser = ServerSentEventParser(maximumEventBytes: 100)
    for _ in 0..<100_000 { #expect(try parser.feed(":\n\n".utf8).isEmpty) }
    #expect(try parser.feed("data: a\n\n".utf8).map(\.data) == ["a"])
  }
}

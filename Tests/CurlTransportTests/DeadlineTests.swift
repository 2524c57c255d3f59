import CurlTransport
import HTTPTransport
import Testing

/// The server stalls until the client goes away, so each of these ends only by the deadline under test.
@Suite struct DeadlineTests {
  let transport = CurlTransport()
  let server = TestServer.shared
  static let short = Duration.milliseconds(60)

  @Test(arguments: ["/stall-before-head", "/stall-after-head"])
  func `no byte of the body in time is a first-byte timeout, whether or not the head is there`(path: String) async {
    let error = await transport.failure(
      of: HTTPRequest(url: server.url(path)), deadlines: HTTPDeadlines(firstByte: Self.short, idle: .seconds(60)))
    #expect(error?.kind == .timedOut(.firstByte))
    #expect(error?.isRetriable == true)
  }

  @Test func `silence after the first byte is an idle timeout`() async {
    let error = await transport.failure(
      of: HTTPRequest(url: server.url("/stall-between-tokens")),
      deadlines: HTTPDeadlines(firstByte: .seconds(60), idle: Self.short, total: .seconds(60)))
    #expect(error?.kind == .timedOut(.idle))
  }

  @Test func `a stream that goes on and on is a timeout of the whole call`() async {
    let error = await transport.failure(
      of: HTTPRequest(url: server.url("/heartbeats")), deadlines: HTTPDeadlines(idle: .seconds(60), total: Self.short))
    #expect(error?.kind == .timedOut(.total))
  }

  @Test func `a host that does not answer is a connect timeout`() async {
    let full = FullListener()
    let error = await transport.failure(
      of: HTTPRequest(url: "http://127.0.0.1:\(full.port)/"),
      deadlines: HTTPDeadlines(connect: Self.short, firstByte: .seconds(60)))
    #expect(error?.kind == .timedOut(.connect))
  }
}

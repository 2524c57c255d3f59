import CurlTransport
import HTTPTransport
import Testing
import Transcripts

@Suite struct FailureTests {
  let transport = CurlTransport()
  let server = TestServer.shared

  @Test(arguments: ["/close-at-once", "/reset-at-once"])
  func `a connection closed before any response says so`(path: String) async {
    let error = await transport.failure(of: HTTPRequest(url: server.url(path)))
    #expect(error?.kind == .closed(bodyBytes: 0, headReceived: false))
    #expect(error?.isRetriable == true)
  }

  @Test(arguments: ["/cut-chunked", "/cut-length"])
  func `a body cut short says after how many bytes`(path: String) async throws {
    let error = try #require(await transport.failure(of: HTTPRequest(url: server.url(path))))
    guard case .closed(let bytes, headReceived: true) = error.kind else {
      Issue.record("\(error)")
      return
    }
    #expect(bytes > 0)
  }

  @Test func `a reset in the middle of a body is an error after the bytes that came`() async throws {
    let response = try await transport.send(HTTPRequest(url: server.url("/cut-reset")), deadlines: HTTPDeadlines())
    var body = response.body.makeAsyncIterator()
    let first = try await body.next()
    #expect(first?.isEmpty == false)
    _ = try await transport.json(HTTPRequest(url: server.url("/release-reset")))
    let error = await #expect(throws: TransportError.self) { try await body.next() }
    #expect(error?.kind == .closed(bodyBytes: first?.count ?? 0, headReceived: true))
  }

  @Test func `a body that ends with its connection is a success here, and for its reader to judge`() async {
    #expect(await transport.failure(of: HTTPRequest(url: server.url("/cut-close"))) == nil)
  }

  @Test func `a port where nobody listens could not be connected to`() async {
    let error = await transport.failure(of: HTTPRequest(url: "http://127.0.0.1:1/"))
    #expect(error?.kind == .couldNotConnect)
    #expect(error?.host == "127.0.0.1:1")
  }

  @Test func `a name that does not exist could not be resolved`() async {
    let error = await transport.failure(of: HTTPRequest(url: "http://no-such-host.invalid/"))
    #expect(error?.kind == .couldNotResolve)
  }

  @Test func `an answer in another protocol is no HTTP`() async {
    let error = await transport.failure(of: HTTPRequest(url: server.url("/garbage")))
    #expect(error?.kind == .protocolViolation)
  }

  @Test(arguments: ["", "model.example/v1", "ftp://model.example/", "http://", "http://a b/"])
  func `a URL that cannot be asked is an invalid request`(url: String) async {
    #expect(await transport.failure(of: HTTPRequest(url: url))?.kind == .invalidRequest)
  }

  @Test(arguments: [("X", "a\r\nY: b"), ("X\r\nY", "b"), ("", "b"), ("X:", "b")])
  func `a header field with a line break is an invalid request, and is not repeated in the error`(
    name: String, value: String
  ) async {
    let error = await transport.failure(
      of: HTTPRequest(url: server.url("/echo"), headers: HTTPHeaders([(name, value)])))
    #expect(error?.kind == .invalidRequest)
    #expect(error?.description.contains("Y") == false)
  }

  @Test func `a body larger than the limit is an error`() async {
    let request = HTTPRequest(url: server.url("/huge?bytes=1000000"), maximumResponseBytes: 1000)
    #expect(await transport.failure(of: request)?.kind == .tooLarge(limit: 1000))
  }

  @Test(arguments: ["close", "reset"])
  func `a reused connection that dies without a byte is replaced at once`(how: String) async throws {
    var configuration = CurlConfiguration()
    configuration.connectionReuse = .seconds(600)
    let alone = CurlTransport(configuration)
    let request = HTTPRequest(method: "POST", url: server.url("/stale?how=\(how)"), body: Array("{}".utf8))
    let first = try await alone.json(request)["connection"]?.int
    let second = try await alone.json(request)["connection"]?.int
    #expect(first != nil && second != nil)
    #expect(first != second)
  }
}

import CurlTransport
import HTTPTransport
import Testing
import Transcripts

@Suite struct ExchangeTests {
  let transport = CurlTransport()
  let server = TestServer.shared

  /// One that keeps connections however slowly the tests run.
  private var patient: CurlTransport {
    var configuration = CurlConfiguration()
    configuration.connectionReuse = .seconds(600)
    return CurlTransport(configuration)
  }

  @Test func `method, header fields and body arrive as they were given, without Expect and without compression`()
    async throws
  {
    var request = HTTPRequest(
      method: "POST", url: server.url("/echo?a=b"), body: Array(repeating: 0x78, count: 3 << 20))
    request.headers.append("Content-Type", "application/json")
    request.headers.append("Authorization", prefix: "Bearer ", secret: Secret("key"))
    let echo = try await transport.json(request)
    let headers = (echo["headers"]?.array ?? []).map { [$0[0]?.string, $0[1]?.string] }
    #expect(echo["method"]?.string == "POST")
    #expect(echo["target"]?.string == "/echo?a=b")
    #expect(echo["bytes"]?.int == 3 << 20)
    #expect(headers.contains(["content-type", "application/json"]))
    #expect(headers.contains(["authorization", "Bearer key"]))
    #expect(headers.contains(["accept-encoding", "identity"]))
    #expect(!headers.contains { $0[0] == "expect" })
  }

  @Test(arguments: ["GET", "POST", "PUT", "DELETE", "PATCH"])
  func `every method is sent as it is, with and without a body`(method: String) async throws {
    for body in [[], Array("{}".utf8)] {
      let echo = try await transport.json(HTTPRequest(method: method, url: server.url("/echo"), body: body))
      #expect(echo["method"]?.string == method)
      #expect(echo["bytes"]?.int == body.count)
    }
  }

  @Test func `a response to HEAD has no body`() async throws {
    let response = try await transport.send(
      HTTPRequest(method: "HEAD", url: server.url("/stall-after-head")), deadlines: HTTPDeadlines())
    #expect(response.status == 200)
    #expect(try await response.body.collect(upTo: 1).isEmpty)
  }

  @Test(arguments: [204, 400, 404, 429, 503])
  func `any status is a response`(status: Int) async throws {
    let response = try await transport.send(
      HTTPRequest(url: server.url("/status?code=\(status)&after=7")), deadlines: HTTPDeadlines())
    #expect(response.status == status)
    #expect(response.headers["retry-after"] == "7")
  }

  @Test func `an informational response is not taken for the final one`() async throws {
    let response = try await transport.send(HTTPRequest(url: server.url("/informational")), deadlines: HTTPDeadlines())
    #expect(response.status == 200)
    #expect(response.headers["X-Final"] == "yes")
    #expect(response.headers["Link"] == nil)
  }

  @Test func `a compressed body is unpacked, whether or not it was asked for`() async throws {
    for isWelcome in [false, true] {
      let packed = HTTPRequest(url: server.url("/gzip"), acceptsCompression: isWelcome)
      #expect(try await transport.json(packed)["packed"]?.bool == true)
    }
  }

  @Test func `a body arrives while it is sent`() async throws {
    let response = try await transport.send(
      HTTPRequest(url: server.url("/stall-between-tokens")), deadlines: HTTPDeadlines())
    var body = response.body.makeAsyncIterator()
    let first = try await body.next()
    #expect(String(decoding: first ?? [], as: UTF8.self).contains("one"))
  }

  @Test func `two hundred transfers run beside each other`() async throws {
    let url = server.url("/stream")
    let lengths = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<200 {
        group.addTask { [transport] in
          try await transport.send(HTTPRequest(url: url), deadlines: HTTPDeadlines()).body.collect(upTo: .max).count
        }
      }
      return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(lengths.count == 1)
  }

  @Test func `connections are used again`() async throws {
    let alone = patient
    var connections: Set<Int?> = []
    for _ in 0..<3 {
      connections.insert(try await alone.json(HTTPRequest(url: server.url("/echo")))["connection"]?.int)
    }
    #expect(connections.count == 1)
  }

  @Test func `a stream that is dropped near its end leaves its connection usable`() async throws {
    let alone = patient
    let first = try await alone.json(HTTPRequest(url: server.url("/echo")))["connection"]?.int
    _ = try await alone.send(HTTPRequest(url: server.url("/stream")), deadlines: HTTPDeadlines())
    // The rest is read in the background; until then questions go over other connections.
    for _ in 0..<1000 {
      if try await alone.json(HTTPRequest(url: server.url("/echo")))["connection"]?.int == first { return }
    }
    Issue.record("the connection was closed")
  }
}

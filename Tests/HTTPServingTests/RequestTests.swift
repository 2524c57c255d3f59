import HTTPServing
import Testing

@Suite struct RequestTests {
  @Test func `a handler sees method, decoded path and query, headers and body`() async throws {
    let server = try HTTPServer { request in
      let query = request.query.map { "\($0.name)=\($0.value ?? "nil")" }.joined(separator: ",")
      let body = String(decoding: request.body, as: UTF8.self)
      return .text("\(request.method)|\(request.path)|\(query)|\(request.headers["x-MARK"] ?? "-")|\(body)")
    }
    let answer = try await exchange(
      port: server.port, method: "POST", "/a%20b/%C3%A4?x=1%262&y&x=%C3%B6", headers: "X-Mark: here\r\n", body: "héllo")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.hasSuffix("\r\n\r\nPOST|/a b/ä|x=1&2,y=nil,x=ö|here|héllo"))
    await server.stop()
  }

  @Test func `two requests follow each other on one connection`() async throws {
    let server = try HTTPServer { .text("[\($0.path)]") }
    let port = server.port
    let answers = try await blocking {
      let client = try RawClient(port: port)
      try client.get("/one")
      let first = try client.read(until: "[/one]")
      try client.get("/two")
      return [first, try client.read(until: "[/two]")]
    }
    #expect(answers.allSatisfy { $0.hasPrefix("HTTP/1.1 200 OK\r\n") })
    await server.stop()
  }

  @Test func `HEAD gets the head alone, and no stream is made for it`() async throws {
    let server = try HTTPServer { request in
      request.path == "/fixed"
        ? .text("12345")
        : .streaming(type: "text/plain") { _ in Issue.record("a stream was made for HEAD") }
    }
    let fixed = try await exchange(port: server.port, method: "HEAD", "/fixed")
    #expect(fixed.contains("Content-Length: 5\r\n"))
    #expect(fixed.hasSuffix("\r\n\r\n"))
    let streamed = try await exchange(port: server.port, method: "HEAD", "/streamed")
    #expect(streamed.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(streamed.hasSuffix("\r\n\r\n"))
    await server.stop()
  }

  @Test(arguments: [
    ("declared", "Content-Length: 11\r\n", "0123456789!"),
    ("declared, waiting for 100 Continue", "Content-Length: 11\r\nExpect: 100-continue\r\n", ""),
    ("declared far beyond the limit", "Content-Length: 99999999999\r\n", ""),
    ("chunked", "Transfer-Encoding: chunked\r\n", "6\r\n012345\r\n5\r\n6789!\r\n0\r\n\r\n"),
  ])
  func `a body over the limit gets 413 and never reaches the handler`(name: String, headers: String, body: String)
    async throws
  {
    var configuration = HTTPServer.Configuration()
    configuration.bodyLimit = 10
    let server = try HTTPServer(configuration) { _ in
      Issue.record("the handler ran")
      return .text("")
    }
    let answer = try await exchangeRaw(port: server.port, "POST / HTTP/1.1\r\nHost: test\r\n\(headers)\r\n\(body)")
    #expect(answer.hasPrefix("HTTP/1.1 413 "))
    #expect(answer.hasSuffix("larger than 10 bytes\n"))
    await server.stop()
  }

  @Test(arguments: [
    "Content-Length: 10\r\n\r\n0123456789", "Transfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n0\r\n\r\n",
  ])
  func `a body of exactly the limit is taken`(rest: String) async throws {
    var configuration = HTTPServer.Configuration()
    configuration.bodyLimit = 10
    let server = try HTTPServer(configuration) { .text("\($0.body.count)") }
    let answer = try await exchangeRaw(
      port: server.port, "POST / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\(rest)")
    #expect(answer.hasSuffix("\r\n\r\n10"))
    await server.stop()
  }

  @Test func `a header that cannot be sent becomes a 500, not a split response`() async throws {
    let server = try HTTPServer { _ in
      HTTPServerResponse(status: 200, headers: ["X-Bad": "a\r\nSet-Cookie: stolen"])
    }
    let answer = try await exchange(port: server.port, "/")
    #expect(answer.hasPrefix("HTTP/1.1 500 "))
    #expect(!answer.contains("stolen"))
    await server.stop()
  }

  @Test func `a port in use is named in the error`() async throws {
    let server = try HTTPServer { _ in .text("") }
    let error = try #require(throws: HTTPServerError.self) {
      _ = try HTTPServer(.init(port: server.port)) { _ in .text("") }
    }
    #expect(error.description == "cannot listen on 127.0.0.1 port \(server.port): Address already in use")
    await server.stop()
  }
}

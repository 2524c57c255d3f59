import CurlTransport
import HTTPTransport
import Testing
import Transcripts

@Suite struct RedirectTests {
  let transport = CurlTransport()
  let server = TestServer.shared

  private func request(_ code: Int, to target: String) -> HTTPRequest {
    HTTPRequest(method: "POST", url: server.url("/redirect?code=\(code)&to=\(target)"), body: Array("{}".utf8))
  }

  @Test(arguments: [307, 308])
  func `307 and 308 to the same host are followed with method and body`(code: Int) async throws {
    for target in ["/echo", server.url("/echo")] {
      let echo = try await transport.json(request(code, to: target))
      #expect(echo["method"]?.string == "POST")
      #expect(echo["bytes"]?.int == 2)
    }
  }

  @Test(arguments: [
    (301, "/echo"), (302, "/echo"), (303, "/echo"), (307, "http://localhost:1/echo"), (308, "//other.invalid/x"),
  ])
  func `every other redirect is the answer`(code: Int, target: String) async throws {
    let response = try await transport.send(request(code, to: target), deadlines: HTTPDeadlines())
    #expect(response.status == code)
    #expect(response.headers["Location"] == target)
  }

  @Test func `redirects in a circle are an error`() async {
    let error = await transport.failure(of: HTTPRequest(url: server.url("/circle")))
    #expect(error?.kind == .other)
    #expect(error?.detail == "too many redirects")
  }
}

import CurlTransport
import Glibc
import HTTPTransport
import Testing
import Transcripts

/// The server also acts as a forward proxy, which takes every name for this machine.
@Suite struct ProxyTests {
  @Test func `a proxy from the settings is asked with the whole URL`() async throws {
    let server = TestServer.shared
    var configuration = CurlConfiguration()
    configuration.proxy = .url(server.url(""))
    let echo = try await CurlTransport(configuration).json(HTTPRequest(url: "http://model.example/echo"))
    #expect(echo["viaProxy"]?.bool == true)
    #expect(echo["target"]?.string == "http://model.example/echo")
  }

  @Test func `a proxy that cannot be reached or refuses is an error of the proxy`() async {
    var configuration = CurlConfiguration()
    configuration.proxy = .url("http://no-such-proxy.invalid:3128")
    let unknown = await CurlTransport(configuration).failure(of: HTTPRequest(url: "http://model.example/"))
    #expect(unknown?.kind == .proxy)
    configuration.proxy = .url(TestServer.shared.url(""))
    let refused = await CurlTransport(configuration).failure(of: HTTPRequest(url: "https://refused.example/"))
    #expect(refused?.kind == .proxy)
  }

  // In processes of their own, as the environment cannot be changed safely while other threads read it.

  @Test func `the proxy of the environment is used by default`() async {
    await #expect(processExitsWith: .success) {
      let server = TestServer()
      setenv("http_proxy", server.url(""), 1)
      let echo = try await CurlTransport().json(HTTPRequest(url: "http://model.example/echo"))
      try #require(echo["viaProxy"]?.bool == true)
    }
  }

  @Test func `the environment may except hosts from its proxy`() async {
    await #expect(processExitsWith: .success) {
      let server = TestServer()
      setenv("http_proxy", "http://127.0.0.1:1", 1)
      setenv("no_proxy", "127.0.0.1", 1)
      let echo = try await CurlTransport().json(HTTPRequest(url: server.url("/echo")))
      try #require(echo["viaProxy"]?.bool == false)
    }
  }

  @Test func `the proxy of the environment can be switched off`() async {
    await #expect(processExitsWith: .success) {
      let server = TestServer()
      setenv("http_proxy", "http://127.0.0.1:1", 1)
      var configuration = CurlConfiguration()
      configuration.proxy = .none
      let echo = try await CurlTransport(configuration).json(HTTPRequest(url: server.url("/echo")))
      try #require(echo["viaProxy"]?.bool == false)
    }
  }
}

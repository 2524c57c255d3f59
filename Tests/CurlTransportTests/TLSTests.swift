import CurlTransport
import HTTPTransport
import Testing
import Transcripts

@Suite(.enabled(if: Certificate.isAvailable, "needs the openssl command for a certificate"))
struct TLSTests {
  let certificate: Certificate
  let server: TestServer

  init() throws {
    certificate = try #require(Certificate.shared)
    server = TestServer(arguments: ["--certificate", certificate.file, "--key", certificate.key])
  }

  private var trusting: CurlConfiguration {
    var configuration = CurlConfiguration()
    configuration.certificateAuthorities = .file(certificate.file)
    return configuration
  }

  @Test func `a server whose authority is in the settings is trusted`() async throws {
    let echo = try await CurlTransport(trusting).json(HTTPRequest(url: "https://localhost:\(server.port)/echo"))
    #expect(echo["method"]?.string == "GET")
  }

  @Test func `a server that nobody vouches for is not trusted, and asking again is of no use`() async {
    let error = await CurlTransport().failure(of: HTTPRequest(url: "https://localhost:\(server.port)/echo"))
    #expect(error?.kind == .untrusted)
    #expect(error?.isRetriable == false)
  }

  @Test func `a file of authorities that is not there is an error of trust`() async {
    var configuration = CurlConfiguration()
    configuration.certificateAuthorities = .file("/no/such/file.pem")
    let error = await CurlTransport(configuration).failure(of: HTTPRequest(url: "https://localhost:\(server.port)/"))
    #expect(error?.kind == .untrusted)
  }

  @Test func `a server that speaks no TLS fails the handshake`() async {
    let plain = TestServer.shared
    let error = await CurlTransport().failure(of: HTTPRequest(url: "https://127.0.0.1:\(plain.port)/echo"))
    #expect(error?.kind == .tls || error?.kind == .closed(bodyBytes: 0, headReceived: false))
  }

  @Test func `TLS goes through a proxy's tunnel, which sees nothing of it`() async throws {
    let proxy = TestServer.shared
    var configuration = trusting
    configuration.proxy = .url(proxy.url(""))
    let echo = try await CurlTransport(configuration).json(
      HTTPRequest(url: "https://model.example:\(server.port)/echo"))
    #expect(echo["viaProxy"]?.bool == false)
  }
}

import ChatCompletions
import CurlTransport
import HTTPTransport
import Testing
import Transcripts

/// The transport before a server that speaks HTTP/2 over TLS.
@Suite(
  .enabled(
    if: HTTP2Proxy.isAvailable && Certificate.isAvailable, "needs nghttpx of the package nghttp2-proxy, and openssl"))
struct HTTP2Tests {
  let proxy: HTTP2Proxy
  let certificate: Certificate

  init() async throws {
    certificate = try #require(Certificate.shared)
    proxy = try await HTTP2Proxy(before: .shared, certificate: certificate)
  }

  private func transport(_ change: (inout CurlConfiguration) -> Void = { _ in }) -> CurlTransport {
    var configuration = CurlConfiguration()
    configuration.certificateAuthorities = .file(certificate.file)
    configuration.proxy = .none
    change(&configuration)
    return CurlTransport(configuration)
  }

  private func url(_ path: String) -> String { "https://localhost:\(proxy.port)\(path)" }

  /// The version that the proxy was spoken to in, as it tells the server behind it.
  private func version(_ echo: JSON) -> String? {
    echo["headers"]?.array?.first { $0[0] == "via" }?[1]?.string
  }

  @Test func `HTTP/2 is agreed on over TLS, unless it is not allowed`() async throws {
    var request = HTTPRequest(method: "POST", url: url("/echo"), body: Array(repeating: 0x78, count: 1 << 20))
    request.headers.append("Authorization", prefix: "Bearer ", secret: Secret("key"))
    let echo = try await transport().json(request)
    #expect(version(echo) == "2 nghttpx")
    #expect(echo["bytes"]?.int == 1 << 20)
    #expect(echo["headers"]?.array?.contains(["authorization", "Bearer key"]) == true)
    #expect(version(try await transport { $0.allowsHTTP2 = false }.json(request)) == "1.1 nghttpx")
  }

  @Test(arguments: [400, 429, 503])
  func `any status is a response, with its fields`(status: Int) async throws {
    let response = try await transport().send(
      HTTPRequest(url: url("/status?code=\(status)&after=7")), deadlines: HTTPDeadlines())
    #expect(response.status == status)
    #expect(response.headers["Retry-After"] == "7")
  }

  @Test func `many requests at a time get each its own answer`() async throws {
    let transport = transport()
    let targets = try await withThrowingTaskGroup(of: (Int, String?).self) { group in
      for number in 0..<40 {
        group.addTask { (number, try await transport.json(HTTPRequest(url: url("/echo?\(number)")))["target"]?.string) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(targets == Dictionary(uniqueKeysWithValues: (0..<40).map { ($0, "/echo?\($0)") }))
  }

  @Test func `a reader that reads nothing holds up nobody else, and then gets everything`() async throws {
    let transport = transport()
    let size = 16 << 20
    let held = try await transport.send(
      HTTPRequest(url: url("/huge?bytes=\(size)")), deadlines: HTTPDeadlines(total: .seconds(60)))
    for number in 0..<5 {
      let response = try await transport.send(
        HTTPRequest(url: url("/echo?\(number)")), deadlines: HTTPDeadlines(total: .seconds(30)))
      #expect(try JSON(parsing: await response.body.collect(upTo: 1 << 16))["target"]?.string == "/echo?\(number)")
    }
    var received = 0
    for try await chunk in held.body { received += chunk.count }
    #expect(received == size)
  }

  @Test func `whoever gives up an answer leaves the connection to the others`() async throws {
    let transport = transport()
    for behaviour in ["/stall-before-head", "/stall-after-head", "/stall-between-tokens"] {
      let error = await transport.failure(
        of: HTTPRequest(url: url(behaviour)), deadlines: HTTPDeadlines(total: .milliseconds(80)))
      #expect(error?.kind == .timedOut(.total), "\(behaviour)")
      #expect(version(try await transport.json(HTTPRequest(url: url("/echo")))) == "2 nghttpx")
    }
  }

  // MARK: With the client

  private func complete(_ behaviour: String) async throws -> Result<ChatReply, ChatError> {
    let client = ChatCompletionsClient(
      endpoint: try ChatEndpoint(base: url(behaviour), key: Secret("k")), transport: transport(),
      settings: ClientSettings(retries: RetryPolicy(maximumAttempts: 2, firstDelay: .milliseconds(1))))
    do throws(ChatError) {
      return .success(try await client.complete(ChatRequest(model: "m", user: "u")))
    } catch {
      return .failure(error)
    }
  }

  @Test func `a streamed answer is read to its end`() async throws {
    let reply = try await complete("/stream").get()
    #expect(reply.text == "Hello, wörld 👋" && reply.finish == .stop)
    #expect(try await complete("/done-then-open").get().text == "all")
  }

  @Test(arguments: [
    ("/cut-close", ChatError.Class.truncated), ("/cut-chunked", .unreachable), ("/cut-length", .unreachable),
  ])
  func `half an answer is none, however the stream ended, and is asked for again`(
    behaviour: String, class: ChatError.Class
  ) async throws {
    guard case .failure(let error) = try await complete(behaviour) else {
      Issue.record("half an answer was taken for one")
      return
    }
    #expect(error.class == `class` && error.attempts == 2)
  }
}

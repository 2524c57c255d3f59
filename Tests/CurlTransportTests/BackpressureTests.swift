import CurlTransport
import HTTPTransport
import Testing
import Transcripts

@Suite struct BackpressureTests {
  let server = TestServer()

  @Test func `a reader that reads nothing holds the sender back, and then gets everything`() async throws {
    let transport = CurlTransport()
    let size = 64 << 20
    let response = try await transport.send(
      HTTPRequest(url: server.url("/huge?bytes=\(size)")), deadlines: HTTPDeadlines())
    // The sender is stuck when what it has sent stays the same over many questions.
    var sent = -1
    var steady = 0
    while steady < 20 {
      let now = try await transport.json(HTTPRequest(url: server.url("/sent")))["sent"]?.int ?? 0
      steady = now == sent ? steady + 1 : 0
      sent = now
    }
    #expect(sent < size, "the rest waits at the sender")
    var received = 0
    for try await chunk in response.body { received += chunk.count }
    #expect(received == size)
  }
}

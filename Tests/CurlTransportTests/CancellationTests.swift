import CurlTransport
import HTTPTransport
import Testing

@Suite struct CancellationTests {
  let server = TestServer.shared

  @Test func `a task that is cancelled before the head gets the error at once`() async {
    let transport = CurlTransport()
    let request = HTTPRequest(url: server.url("/stall-before-head"))
    let task = Task { await transport.failure(of: request) }
    task.cancel()
    #expect(await task.value?.kind == .cancelled)
  }

  @Test func `a task that is cancelled while it reads gets the error at once`() async throws {
    let transport = CurlTransport()
    let response = try await transport.send(
      HTTPRequest(url: server.url("/stall-between-tokens")), deadlines: HTTPDeadlines())
    var body = response.body.makeAsyncIterator()
    #expect(try await body.next() != nil)
    let iterator = body
    let task = Task { () -> TransportError? in
      var iterator = iterator
      do throws(TransportError) {
        _ = try await iterator.next()
        return nil
      } catch {
        return error
      }
    }
    task.cancel()
    #expect(await task.value?.kind == .cancelled)
  }

  @Test func `an answer that is no longer wanted lets the connection go`() async throws {
    let transport = CurlTransport()
    let response = try await transport.send(
      HTTPRequest(url: server.url("/done-then-open")), deadlines: HTTPDeadlines())
    var body = response.body.makeAsyncIterator()
    #expect(try await body.next() != nil)
    response.body.discard()
    // Nothing else to see from outside: the shutdown below would hang if the transfer did.
    await transport.shutDown()
  }

  @Test func `shutting down ends what is under way and what comes later`() async throws {
    let transport = CurlTransport()
    let response = try await transport.send(
      HTTPRequest(url: server.url("/stall-after-head")), deadlines: HTTPDeadlines())
    let waiting = Task { () -> TransportError? in
      do throws(TransportError) {
        _ = try await response.body.collect(upTo: 1)
        return nil
      } catch {
        return error
      }
    }
    await transport.shutDown()
    #expect(await waiting.value?.kind == .shutDown)
    #expect(await transport.failure(of: HTTPRequest(url: server.url("/echo")))?.kind == .shutDown)
    await transport.shutDown()
  }
}

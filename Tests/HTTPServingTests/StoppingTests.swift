import HTTPServing
import Synchronization
import Testing

@Suite struct StoppingTests {
  @Test func `a stop waits for a request in flight, and takes no new ones`() async throws {
    let started = Latch()
    let gate = Latch()
    let server = try HTTPServer { _ in
      started.open()
      await gate.wait()
      return .text("finished")
    }
    let port = server.port
    async let answer = exchange(port: port, "/")
    await started.wait()
    async let stopped: Void = server.stop(within: .seconds(60))
    while (try? RawClient(port: port)) != nil { await Task.yield() }
    gate.open()
    #expect(try await answer.hasSuffix("\r\n\r\nfinished"))
    await stopped
  }

  @Test func `a request that outlasts the bound is cut and its handler cancelled`() async throws {
    let started = Latch()
    let ended = Latch()
    let error = Mutex<StreamingBodyError?>(nil)
    let server = try HTTPServer { _ in
      .streaming(type: "text/plain") { body in
        try await body.write("so far")
        started.open()
        await Latch().wait()
        do throws(StreamingBodyError) { try await body.write("more") } catch let thrown {
          error.withLock { $0 = thrown }
        }
        ended.open()
      }
    }
    let port = server.port
    let client = try RawClient(port: port)
    try client.get("/")
    await started.wait()
    await server.stop(within: .zero)
    await ended.wait()
    #expect(error.withLock { $0 } == .cancelled)
    #expect(try !client.readToEnd().hasSuffix("0\r\n\r\n"))
  }

  @Test func `a second stop cuts at once`() async throws {
    let started = Latch()
    let server = try HTTPServer { _ in
      started.open()
      await Latch().wait()
      return .text("never sent")
    }
    let port = server.port
    let client = try RawClient(port: port)
    try client.get("/")
    await started.wait()
    async let first: Void = server.stop(within: .seconds(600))
    while (try? RawClient(port: port)) != nil { await Task.yield() }
    await server.stop()
    await first
    #expect(try client.readToEnd() == "")
  }

  @Test func `a server that is let go closes its connections`() async throws {
    let started = Latch()
    let client: RawClient
    do {
      let server = try HTTPServer { _ in
        started.open()
        await Latch().wait()
        return .text("never sent")
      }
      client = try RawClient(port: server.port)
      try client.get("/")
      await started.wait()
    }
    #expect(try client.readToEnd() == "")
  }

  @Test func `requests that come while the server stops are answered or closed, never left`() async throws {
    for _ in 0..<20 {
      let server = try HTTPServer { _ in
        .streaming(type: "text/plain") { body in
          for _ in 0..<50 {
            try await body.write("tick")
            await Task.yield()
          }
        }
      }
      let port = server.port
      let ended = Barrier(8)
      for _ in 0..<8 {
        Task {
          _ = try? await exchange(port: port, "/")
          ended.arrive()
        }
      }
      await server.stop(within: .milliseconds(1))
      await ended.latch.wait()
    }
  }
}

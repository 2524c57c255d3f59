import HTTPServing
import Synchronization
import Testing

@Suite struct StreamingTests {
  @Test func `each write arrives before the next is made`() async throws {
    let seen = [Latch(), Latch()]
    let server = try HTTPServer { _ in
      .streaming(type: "text/event-stream") { body in
        try await body.write("data: one\n\n")
        await seen[0].wait()
        try await body.write("data: two\n\n")
        await seen[1].wait()
      }
    }
    let port = server.port
    let text = try await blocking {
      let client = try RawClient(port: port)
      try client.get("/", headers: "Connection: close\r\n")
      var text = try client.read(until: "data: one\n\n")
      seen[0].open()
      text += try client.read(until: "data: two\n\n")
      seen[1].open()
      return text + (try client.readToEnd())
    }
    #expect(text.contains("Transfer-Encoding: chunked\r\n"))
    #expect(text.hasSuffix("B\r\ndata: two\n\n\r\n0\r\n\r\n"))
    await server.stop()
  }

  @Test func `a producer that throws cuts the connection after what it wrote`() async throws {
    let server = try HTTPServer { _ in
      .streaming(type: "text/event-stream") { body in
        try await body.write("data: half")
        throw ConnectionCut()
      }
    }
    let text = try await exchange(port: server.port, "/")
    #expect(text.hasSuffix("data: half\r\n"))
    await server.stop()
  }

  @Test func `a stream with a length can be cut short of it`() async throws {
    let server = try HTTPServer { _ in
      HTTPServerResponse(
        status: 200,
        body: .stream(length: 100) { body in
          try await body.write("only this")
          throw ConnectionCut()
        })
    }
    let text = try await exchange(port: server.port, "/")
    #expect(text.contains("Content-Length: 100\r\n"))
    #expect(text.hasSuffix("\r\n\r\nonly this"))
    await server.stop()
  }

  @Test func `a cut response sends nothing at all`() async throws {
    let server = try HTTPServer { _ in .cut }
    #expect(try await exchange(port: server.port, "/") == "")
    await server.stop()
  }

  @Test func `a client of HTTP 1 dot 0 gets the stream up to the close`() async throws {
    let server = try HTTPServer { _ in
      .streaming(type: "text/plain") { try await $0.write("old") }
    }
    let text = try await exchangeRaw(port: server.port, "GET / HTTP/1.0\r\n\r\n")
    #expect(!text.contains("chunked"))
    #expect(text.hasSuffix("\r\n\r\nold"))
    await server.stop()
  }

  @Test func `a handler is cancelled when its client goes away while it waits`() async throws {
    let started = Latch()
    let ended = Latch()
    let cancelled = Mutex(false)
    let server = try HTTPServer { _ in
      started.open()
      await Latch().wait()
      cancelled.withLock { $0 = Task.isCancelled }
      ended.open()
      return .text("too late")
    }
    let port = server.port
    let client = try RawClient(port: port)
    try client.get("/")
    await started.wait()
    drop(client)
    await ended.wait()
    #expect(cancelled.withLock { $0 })
    await server.stop()
  }

  @Test func `a producer that sleeps between writes learns that its client has gone`() async throws {
    let ended = Latch()
    let error = Mutex<StreamingBodyError?>(nil)
    let server = try HTTPServer { _ in
      .streaming(type: "text/plain") { body in
        defer { ended.open() }
        do throws(StreamingBodyError) {
          try await body.write("first")
          await Latch().wait()
          try await body.write("second")
        } catch let thrown {
          error.withLock { $0 = thrown }
        }
      }
    }
    let port = server.port
    try await blocking {
      let client = try RawClient(port: port)
      try client.get("/")
      _ = try client.read(until: "first")
    }
    await ended.wait()
    #expect(error.withLock { $0 } == .clientDisconnected)
    await server.stop()
  }

  @Test func `a writer waits for a client that does not read, and throws when it leaves`() async throws {
    let block = [UInt8](repeating: 0x78, count: 64 * 1024)
    let total = 4096  // 256 MiB, more than any socket holds
    let written = Mutex(0)
    let ended = Latch()
    let server = try HTTPServer { _ in
      .streaming(type: "text/plain") { body in
        defer { ended.open() }
        for _ in 0..<total {
          try await body.write(block)
          written.withLock { $0 += 1 }
        }
      }
    }
    let port = server.port
    try await blocking {
      let client = try RawClient(port: port)
      try client.get("/")
      _ = try client.read(until: "xxx")
    }
    await ended.wait()
    #expect(written.withLock { $0 } < total)
    await server.stop()
  }

  @Test func `a large stream arrives whole`() async throws {
    let block = String(repeating: "0123456789abcdef", count: 4096)
    let server = try HTTPServer { _ in
      HTTPServerResponse(
        status: 200,
        body: .stream(length: 64 * block.utf8.count) { body in
          for _ in 0..<64 { try await body.write(block) }
        })
    }
    let text = try await exchange(port: server.port, "/")
    let body = try #require(text.firstRange(of: "\r\n\r\n")).upperBound
    #expect(text[body...] == String(repeating: block, count: 64))
    await server.stop()
  }

  @Test func `two hundred streams wait at once without a thread each`() async throws {
    let count = 200
    let barrier = Barrier(count)
    let server = try HTTPServer { request in
      .streaming(type: "text/event-stream") { body in
        try await body.write("begin \(request.path)\n")
        barrier.arrive()
        await barrier.latch.wait()
        try await body.write("end \(request.path)\n")
      }
    }
    let port = server.port
    let threads = try await blocking {
      let clients = try (0..<count).map { number in
        let client = Box(try RawClient(port: port))
        try client.value.get("/\(number)", headers: "Connection: close\r\n")
        return client
      }
      let begun = try clients.enumerated().map { try $1.value.read(until: "begin /\($0)\n") }
      let threads = try threadCount()
      for (number, client) in clients.enumerated() {
        try #require((begun[number] + client.value.readToEnd()).hasSuffix("end /\(number)\n\r\n0\r\n\r\n"))
      }
      return threads
    }
    #expect(threads < 64)
    await server.stop()
  }
}

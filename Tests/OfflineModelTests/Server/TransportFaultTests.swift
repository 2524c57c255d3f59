import HTTPTransport
import Testing
import Transcripts

@testable import OfflineModel

/// What is left of a reply when it goes wrong on its way.
private struct Outcome {
  var text = ""
  var error: TransportError?
}

private func outcome(of fault: String, stream: Bool, _ client: Client) async throws -> Outcome {
  var outcome = Outcome()
  do throws(TransportError) {
    let response = try await send(fault, stream: stream, client)
    var bytes: [UInt8] = []
    defer { outcome.text = String(decoding: bytes, as: UTF8.self) }
    for try await chunk in response.body { bytes += chunk }
  } catch {
    outcome.error = error
  }
  return outcome
}

private func send(_ fault: String, stream: Bool, _ client: Client) async throws(TransportError) -> HTTPResponse {
  do {
    return try await client.post(chat(stream: stream), fault: fault)
  } catch let error as TransportError {
    throw error
  } catch { fatalError("the transport threw \(error)") }
}

@Suite struct TransportFaultTests {
  @Test(arguments: [400, 404, 429, 500, 503])
  func `a status comes with an error in OpenAI's shape`(_ status: Int) async throws {
    try await Client.with { client in
      let response = try await client.post(chat(stream: true), fault: "status=\(status)")
      #expect(response.status == status)
      #expect((response.headers["Retry-After"] == "1") == (status == 429 || status == 503))
      let body = try JSON(parsing: try await client.text(of: response))
      #expect(body["error"]?["message"]?.string?.isEmpty == false)
    }
  }

  @Test func `the first requests fail and the next do not`() async throws {
    var options = OfflineModelOptions()
    options.faults = [try FaultRule("status=503,first=2")]
    try await Client.with(options) { client in
      var statuses: [Int] = []
      for _ in 0..<3 {
        let response = try await client.post(chat(stream: false))
        statuses.append(response.status)
        _ = try await client.text(of: response)
      }
      #expect(statuses == [503, 503, 200])
    }
  }

  @Test(arguments: [true, false])
  func `a connection is closed without an answer`(_ stream: Bool) async throws {
    try await Client.with { client in
      let outcome = try await outcome(of: "drop", stream: stream, client)
      #expect(outcome.error != nil)
      #expect(outcome.text.isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `an answer is cut off in the middle`(_ stream: Bool) async throws {
    try await Client.with { client in
      let outcome = try await outcome(of: "cut", stream: stream, client)
      #expect(outcome.error != nil)
      #expect(outcome.text.contains("chatcmpl-offline"))
      #expect(!outcome.text.contains("finish_reason\":\"stop"))
    }
  }

  @Test(arguments: [true, false])
  func `an answer ends in good order without a finish reason`(_ stream: Bool) async throws {
    try await Client.with { client in
      let outcome = try await outcome(of: "no-finish", stream: stream, client)
      #expect(outcome.error == nil)
      #expect(outcome.text.contains("4482"))
      #expect(!outcome.text.contains("\"stop\"") && !outcome.text.contains("[DONE]"))
    }
  }

  @Test(arguments: [true, false])
  func `something that is not JSON is sent`(_ stream: Bool) async throws {
    try await Client.with { client in
      let text = try await outcome(of: "bad-json", stream: stream, client).text
      let last = stream ? String(try #require(text.split(separator: "\n\n").last).dropFirst("data: ".count)) : text
      #expect(throws: JSON.ParseError.self) { try JSON(parsing: last) }
    }
  }

  @Test(arguments: [true, false])
  func `an error comes with status 200`(_ stream: Bool) async throws {
    try await Client.with { client in
      let text = try await outcome(of: "stream-error", stream: stream, client).text
      #expect(text.contains(#"{"error":{"message":"The server had an error""#))
    }
  }

  @Test(arguments: ["heartbeats", "stall-midway"], [true, false])
  func `an answer begins and then says nothing more`(_ fault: String, stream: Bool) async throws {
    var options = OfflineModelOptions()
    options.heartbeat = .milliseconds(1)
    try await Client.with(options) { client in
      let response = try await client.post(chat(stream: stream), fault: fault)
      var chunks = response.body.makeAsyncIterator()
      let first = String(decoding: try #require(try await chunks.next()), as: UTF8.self)
      let heartbeat = stream ? ": keep-alive\n\n" : "\n"
      #expect(first.hasPrefix(fault == "heartbeats" ? heartbeat : stream ? "data: {" : "{"))
    }
  }

  @Test func `an unknown fault in the header is a bad request`() async throws {
    try await Client.with { client in
      let response = try await client.post(chat(stream: true), fault: "boom")
      #expect(response.status == 400)
      #expect(try await client.text(of: response).contains("found the fault `boom`, expected one of status=N, drop"))
    }
  }
}

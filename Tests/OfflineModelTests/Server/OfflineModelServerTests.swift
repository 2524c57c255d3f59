import FoundationEssentials
import HTTPTransport
import Testing
import Transcripts

@testable import OfflineModel

@Suite struct OfflineModelServerTests {
  @Test func `a reply comes as JSON and as a stream, with the same text`() async throws {
    try await Client.with { client in
      let whole = try await client.post(chat(stream: false))
      #expect(whole.headers["Content-Type"]?.hasPrefix("application/json") == true)
      let json = try JSON(parsing: try await client.text(of: whole))
      let text = try #require(json["choices"]?[0]?["message"]?["content"]?.string)
      #expect(text.contains("4482"))
      #expect(json["model"] == "extractive")

      let stream = try await client.post(chat(stream: true))
      #expect(stream.headers["Content-Type"] == "text/event-stream")
      let events = try await client.text(of: stream).split(separator: "\n\n").map { $0.dropFirst("data: ".count) }
      #expect(events.last == "[DONE]")
      let chunks = try events.dropLast().map { try JSON(parsing: String($0)) }
      #expect(chunks.compactMap { $0["choices"]?[0]?["delta"]?["content"]?.string }.joined() == text)
      #expect(chunks.last?["usage"] == json["usage"])
    }
  }

  @Test func `the other paths say what there is`() async throws {
    var options = OfflineModelOptions()
    options.contextSize = 4_096
    try await Client.with(options) { client in
      #expect(try await client.get("/health").text == #"{"status":"ok"}"#)
      #expect(try await client.get("/v1/models").text.contains(#""id":"extractive""#))
      #expect(try await client.get("/props").text.contains(#""n_ctx":4096"#))
      #expect(try await client.get("/nothing").status == 404)
      let missing = try JSON(parsing: try await client.get("/nothing").text)
      #expect(missing["error"]?["type"] == "invalid_request_error")
      #expect(try await client.get("/v1/chat/completions").status == 405)
    }
  }

  @Test func `calls are counted`() async throws {
    try await Client.with { client in
      _ = try await client.text(of: try await client.post(chat(stream: false)))
      _ = try await client.text(of: try await client.post(chat(stream: true), path: "/chat/completions"))
      _ = try await client.text(of: try await client.post([:]))
      _ = try await client.text(of: try await client.post(chat(stream: true), fault: "status=429"))
      let counts = try await client.statistics()
      #expect(counts["requests"] == 4)
      #expect(counts["statuses"] == ["200": 2, "400": 1, "429": 1])
      #expect(counts["faults"] == ["status=429": 1])
      #expect(counts["in_flight"] == 0)
      #expect(try #require(counts["prompt_tokens"]?.int) > 0)
      #expect(try await client.get("/metrics").text.contains("offline_model_requests_total{status=\"200\"} 2\n"))
    }
  }

  @Test func `requests are recorded when asked for, keys are not`() async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("offline-model-\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    var options = OfflineModelOptions()
    options.recordFile = file.path
    options.faults = [try FaultRule("status=500,first=1")]
    try await Client.with(options) { client in
      _ = try await client.text(of: try await client.post(chat(stream: false)))
      _ = try await client.text(of: try await client.post(chat(stream: true)))
    }
    let records = try Data(contentsOf: file).split(separator: 0x0A).map { try JSON(parsing: $0) }
    #expect(records.map { $0["number"] } == [1, 2])
    #expect(records.map { $0["fault"] } == ["status=500", JSON.null])
    #expect(records[1]["request"] == chat(stream: true))
    #expect(records.allSatisfy { $0["authorization"] == false })
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
  }

  @Test func `sixty-four requests are under way at the same time`() async throws {
    try await Client.with { client in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<64 {
          group.addTask { _ = try? await client.post(chat(stream: true), fault: "stall") }
        }
        while try await client.statistics()["in_flight"]?.int != 64 { await Task.yield() }
        group.cancelAll()
      }
      #expect(try await client.statistics()["most_in_flight"] == 64)
    }
  }
}

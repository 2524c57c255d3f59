import PostgresClient
import Testing
import Transcripts

/// What a run asks a model for, seen from the model's server.
@Suite struct AskingTests {
  @Test func `a summary is one request of instructions and transcript, and its record tells what it was`() async throws
  {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a"], turns: 12), to: "chats.jsonl"))
      let model = try await site.model(recording: true)
      let job = JobFile.summarizing(price: "{input: 3, output: 15}", limits: "{spend: {run: 1 USD, day: 1 USD}}")
      let report = try await site.json("run", try site.write(job, to: "job.yaml"))
      #expect(report["outcomes"] == ["compacted": 1] && report["model_calls"] == 1)

      let requests = try model.recorded().compactMap { $0["request"] }
      let request = try #require(requests.first)
      #expect(requests.count == 1)
      // No other member, and always in this order.
      #expect(request.object?.map(\.key) == ["model", "messages", "max_tokens", "stream", "stream_options"])
      #expect(request["model"] == "extractive" && request["stream_options"] == ["include_usage": true])
      let messages = try #require(request["messages"]?.array)
      #expect(messages.map { $0["role"]?.string } == ["system", "user"])
      #expect(messages.allSatisfy { $0.object?.map(\.key) == ["role", "content"] })
      #expect(messages[0]["content"]?.string?.hasPrefix("You write a list of facts") == true)
      let user = try #require(messages[1]["content"]?.string)
      #expect(user.contains("<transcript>") && user.hasSuffix("in the language of the user."))
      let limit = try #require(request["max_tokens"]?.int)

      // What was set aside before the call is what such a request can cost at most; what is left is what it did cost.
      let statistics = try await model.statistics()
      let (input, output) = (statistics["prompt_tokens"]?.int ?? 0, statistics["completion_tokens"]?.int ?? 0)
      #expect(input > 0 && output > 0 && output <= limit)
      let cost = Double(input * 3 + output * 15) / 1_000_000
      let records = try await site.pool.query(
        "SELECT model, provider, model_calls, input_tokens::int, output_tokens::int, cost::float8 FROM compactor.audit_records"
      )
      #expect(records.count == 1)
      let record = try records[0].values(String.self, String.self, Int32.self, Int32.self, Int32.self, Double.self)
      #expect(record.0 == "extractive" && record.1 == "offline" && record.2 == 1)
      #expect(Int(record.3) == input && Int(record.4) == output && abs(record.5 - cost) < 0.000_001)
      let kept = try await site.texts(
        "SELECT concat_ws(' ', prompt, finish_reason, input_tokens, output_tokens) FROM compactor.model_results")
      #expect(kept == ["facts@1 stop \(input) \(output)"])
      #expect(try await site.texts("SELECT (sum(set_aside))::text FROM compactor.spend").map { Double($0) } == [0])
    }
  }
}

import Foundation
import Testing
import Transcripts

/// Policies measured on an archive, and by a model that is asked.
@Suite struct EvaluateTests {
  /// What was measured, without where the conversations came from.
  private static func policies(_ json: JSON) -> [JSON] {
    (json["policies"]?.array ?? []).map { policy in
      // The archive draws its sample in an order of its own.
      var policy = policy
      if var measures = policy["measures"] {
        measures.set("sizes", to: .null)
        policy.set("measures", to: measures)
      }
      policy.set("baselines", to: .null)
      return policy
    }
  }

  @Test func `an archive is measured as the file that it was filled from, and nothing of it changes`() async throws {
    try await Installation.with { site in
      let file = try site.write(Chats.file(["a", "b", "c"], turns: 12), to: "chats.jsonl")
      try await site.done("import", file)
      let job = try site.write(
        """
        job: drops
        tokenizer: estimate@1
        compact_when: {any: [{turns: 3}]}
        stages: [{rolling_window: {turns: 4}}]
        """, to: "drops.yaml")
      let written = try await site.written()
      let archive = try await site.json("evaluate", job)
      let fromFile = try await site.json("evaluate", job, "--file", file)
      #expect(archive["conversations"] == 3)
      #expect(Self.policies(archive) == Self.policies(fromFile))
      #expect(try await site.json("evaluate", job, "--sample", "2")["conversations"] == 2)
      #expect(try await site.written() == written)
    }
  }

  @Test func `models write the summaries when they are asked, and not beyond the job's limit`() async throws {
    try await Installation.with { site in
      let file = try site.write(Chats.file(["a", "b"], turns: 12), to: "chats.jsonl")
      try await site.done("import", file)
      let model = try await site.model()
      let job = try site.write(JobFile.summarizing(), to: "job.yaml")
      let unasked = try await site.json("evaluate", job)
      #expect(try await model.requests == 0)
      #expect(unasked["summaries"] == "extracts, no model was asked")
      let asked = try await site.compactor("evaluate", job, "--ask-models", "--json")
      #expect(asked.status == 0, "\(asked.errors)")
      let report = try JSON(parsing: asked.output)
      #expect(report["summaries"] == "by the models of the jobs")
      #expect(report["policies"]?.array?.first?["measures"]?["summaries"]?["made"] == 2)
      #expect(try await model.requests > 0)
      #expect(asked.errors.contains("summaries: "), "what it cost is told: \(asked.errors)")
      let before = try await model.requests
      let dear = try site.write(
        JobFile.summarizing(price: "{input: 1000000, output: 1000000}"), to: "dear.yaml")
      let stopped = try await site.compactor("evaluate", dear, "--ask-models")
      #expect(stopped.status == 3, "\(stopped.errors)")
      #expect(try await model.requests == before)
    }
  }
}

import Foundation
import PostgresClient
import Testing
import Transcripts

/// What a job demands of summaries, and what it keeps from models.
@Suite struct GateTests {
  @Test func `lies that only the gates know are refused where they are required, and recorded where they warn`()
    async throws
  {
    try await Installation.with { site in
      try await site.model()
      for lie in ["invented-names", "vague"] {
        for gate in ["require", "warn"] {
          let name = "\(lie)-\(gate)"
          try await site.done(
            "import", "--tenant", name, try site.write(Chats.file(["chat"], turns: 14), to: "\(name).jsonl"))
          let job = JobFile.summarizing(
            name, stage: "{model: m, at_most: {tokens: 120}, retention: {\(gate): 30%}, grounding: {\(gate): 100%}}",
            model: "headers: {X-Offline-Fault: \(lie)}", more: "select: {tenants: {only: [\(name)]}}")
          let ending = try await site.compactor("run", try site.write(job, to: "\(name).yaml"), "--json")
          let report = try JSON(parsing: ending.output)
          #expect(
            report["outcomes"] == [gate == "warn" ? "compacted" : "summary_refused": 1], "\(name): \(ending.errors)")
          let reasons = try await site.texts(
            "SELECT coalesce(reason, '') FROM compactor.audit_records WHERE job = \(name)")
          let expected = gate == "warn" ? "" : lie == "vague" ? "facts_lost" : "ungrounded"
          #expect(reasons == [expected], "\(name)")
        }
      }
      let low = try await site.count(
        """
        SELECT count(*) FROM compactor.audit_records
        WHERE (summary_figures->>'retention')::float8 < 0.3 OR (summary_figures->>'grounding')::float8 < 1
        """)
      #expect(low == 4, "refused or taken, the record says what was measured")
    }
  }

  @Test func `an honest summary passes both gates, and show says how`() async throws {
    try await Installation.with { site in
      try await site.model()
      try await site.done("import", try site.write(Chats.file(["chat"], turns: 14), to: "chats.jsonl"))
      let job = JobFile.summarizing(
        stage: "{model: m, at_most: {tokens: 120}, retention: {require: 10%}, grounding: {require: 100%}}")
      let report = try await site.json("run", try site.write(job, to: "job.yaml"))
      #expect(report["outcomes"] == ["compacted": 1])
      let prompts = try await site.texts("SELECT prompt FROM compactor.summaries")
      #expect(prompts == ["facts@2"], "the default")
      let shown = try await site.done("show", "chat")
      #expect(shown.contains("  gates   retention ") && shown.contains(", grounding 100%"), "\(shown)")
    }
  }

  @Test func `secrets reach neither the model nor the database's summaries and results`() async throws {
    try await Installation.with { site in
      let model = try await site.model(recording: true)
      let secrets = [
        "sk-proj-Ab12Cd34Ef56Gh78Ij90", "4111 1111 1111 1111", "maria@example.com", "+49 30 1234567", "KD-004711",
      ]
      var messages = Chats.messages("a", turns: 0..<14)
      for (index, secret) in secrets.enumerated() {
        messages.insert(
          ["role": "user", "content": .string("Please never forget \(secret), it is for turn \(index).")], at: 0)
        messages.insert(["role": "assistant", "content": "I have noted it."], at: 1)
      }
      let line = JSON.object([.init("id", "a"), .init("messages", .array(messages))]).text
      try await site.done("import", try site.write(line + "\n", to: "chats.jsonl"))
      let job = JobFile.summarizing(more: "redact: {patterns: {customer: 'KD-\\d{6}'}}")
      let report = try await site.json("run", try site.write(job, to: "job.yaml"))
      #expect(report["outcomes"] == ["compacted": 1])
      let asked = try model.recorded().map(\.text).joined()
      let kept = try await site.texts(
        "SELECT text FROM compactor.summaries UNION ALL SELECT text FROM compactor.model_results"
      ).joined()
      for secret in secrets {
        #expect(!asked.contains(secret) && !kept.contains(secret), "\(secret)")
      }
      #expect(asked.contains("[redacted customer]"))
      let figures = try await site.texts("SELECT summary_figures->'redacted'->>'source' FROM compactor.audit_records")
      #expect(
        try JSON(parsing: figures.first ?? "")
          == ["keys": 1, "cards": 1, "mail_addresses": 1, "phone_numbers": 1, "own_patterns": 1])
      // The originals are what they were.
      let read = try await site.texts("SELECT string_agg(original::text, '') FROM compactor.entries").joined()
      #expect(secrets.allSatisfy(read.contains))
    }
  }

  @Test func `a prompt of the job's own and a skill by its rule reach the model`() async throws {
    try await Installation.with { site in
      let model = try await site.model(recording: true)
      try await site.done("import", "--tenant", "acme", try site.write(Chats.file(["a"], turns: 12), to: "a.jsonl"))
      try await site.done("import", "--tenant", "other", try site.write(Chats.file(["b"], turns: 12), to: "b.jsonl"))
      let folder = site.folder.appending(path: "skills/parcels")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try "---\nname: parcels\ndescription: Chats about parcels.\n---\n\nSay of each parcel in which depot it lies.\n"
        .write(to: folder.appending(path: "SKILL.md"), atomically: true, encoding: .utf8)
      let job = JobFile.summarizing(
        stage: "{model: m, prompt: own@3, at_most: {tokens: 120}}",
        more: """
          prompts: {own: {version: 3, text: Write what became of the parcels.}}
          skills: {folder: \(site.folder.path)/skills, use: [{skill: parcels, tenants: [acme]}]}
          """)
      let report = try await site.json("run", try site.write(job, to: "job.yaml"))
      #expect(report["outcomes"] == ["compacted": 2])
      let systems = try model.recorded().compactMap { $0["request"]?["messages"]?[0]?["content"]?.string }
      #expect(systems.count == 2 && systems.allSatisfy { $0.hasPrefix("Write what became of the parcels.") })
      #expect(systems.count { $0.contains("Say of each parcel in which depot it lies.") } == 1)
      let prompts = try await site.texts(
        "SELECT c.tenant || ' ' || s.prompt FROM compactor.summaries s JOIN compactor.conversations c ON c.number = s.conversation ORDER BY 1"
      )
      #expect(prompts == ["acme own@3+parcels", "other own@3"])
      let missing = job.replacing("skill: parcels", with: "skill: letters")
      let ending = try await site.compactor("run", try site.write(missing, to: "missing.yaml"))
      #expect(
        ending.status != 0 && ending.errors.contains("has no skill `letters`; found `parcels`"), "\(ending.errors)")
    }
  }

  @Test func `a later summary buys the new text and not the old`() async throws {
    try await Installation.with { site in
      let model = try await site.model(recording: true)
      try await site.done("import", try site.write(Chats.file(["a"], turns: 90), to: "chats.jsonl"))
      let job = try site.write(JobFile.summarizing(stage: "{model: m, at_most: {tokens: 120}}"), to: "job.yaml")
      #expect(try await site.json("run", job)["outcomes"] == ["compacted": 1])
      let first = try model.recorded().count
      _ = try await site.pool.query(
        "SELECT compactor.append('a', \(PostgresJSON(JSON.array(Chats.messages("a", turns: 90..<180)).text)))")
      let report = try await site.json("run", job)
      #expect(report["outcomes"] == ["compacted": 1] && report["reused_results"] == 1)
      let second = try model.recorded().dropFirst(first).compactMap {
        $0["request"]?["messages"]?[1]?["content"]?.string
      }
      #expect(second.count == 2, "the new chunk, and the merge")
      #expect(second.allSatisfy { !$0.contains("I ask question 3:") })
      #expect(second.contains { $0.contains("I ask question 100:") })
    }
  }
}

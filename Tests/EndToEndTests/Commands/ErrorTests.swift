import Foundation
import HTTPTransport
import PostgresClient
import TestSupport
import Testing
import Transcripts

/// What an operator or a program is told when something is wrong.
@Suite struct ErrorTests {
  @Test func `a program gets one object of an error, with the places in a job file`() async throws {
    try await Installation.with { site in
      let bad = try site.write("job: bad\nstages: []\n", to: "bad.yaml")
      for words in [["plan", bad], ["run", bad], ["backfill", bad]] {
        let ending = try await site.start(words + ["--json"]).wait()
        #expect(ending.status == 2)
        let error = try #require(try JSON(parsing: ending.output)["error"])
        #expect(error["kind"] == "job_file" && error["status"] == 2)
        #expect(error["findings"]?.array?.contains { $0["line"] == 2 && $0["file"] == JSON.string(bad) } == true)
        #expect(ending.errors.contains("\(bad):2:"))
      }
      site.set("COMPACTOR_DATABASE", to: "host=/nowhere dbname=x")
      let away = try await site.compactor("status", "--json")
      #expect(away.status == 1)
      let message = try JSON(parsing: away.output)["error"]?["message"]?.string
      #expect(message?.hasPrefix("the database: no connection could be made: ") == true, "\(message ?? "")")
      #expect(message?.contains("/nowhere") == true && message?.contains("pool") == false)
      let doctor = try await site.compactor("doctor", "--json")
      #expect(doctor.status == 1)
      let findings = try JSON(parsing: doctor.output)["findings"]?.array ?? []
      #expect(findings.last?["holds"] == false)
      #expect(findings.last?["what"]?.string?.contains("/nowhere") == true)
    }
  }

  @Test func `a full disk is a failure of every command that prints`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a"], turns: 12), to: "chats.jsonl"))
      let job = try site.write(JobFile.window(), to: "job.yaml")
      try await site.done("apply", job)
      let program = Tool.folder.appending(path: "compactor").path
      for words in [
        "status", "jobs", "show a", "explain a", "plan window", "validate '\(job)'", "doctor",
        "export a",
        "export a --output /dev/full", "run window --json", "status --json",
      ] {
        let ending = try await runCommand(
          "COMPACTOR_DATABASE='\(site.database.worker)' '\(program)' \(words) 2>&1 >/dev/full; echo \"status $?\"")
        #expect(ending.contains("status 1"), "\(words): \(ending)")
        #expect(ending.contains(": No space left on device"), "\(words): \(ending)")
        #expect(!ending.contains("NSCocoa"))
      }
      #expect(try await site.texts("SELECT state FROM compactor.runs") == ["finished"], "the work itself was done")
    }
  }

  @Test func `validate goes on behind a file that cannot be read`() async throws {
    try await Installation.with { site in
      let good = try site.write(JobFile.window(), to: "good.yaml")
      let bad = try site.write("job: bad\n", to: "bad.yaml")
      let ending = try await site.compactor("validate", "/nowhere/job.yaml", good, bad)
      #expect(ending.status == 2)
      #expect(ending.errors.contains("compactor: /nowhere/job.yaml: ") && ending.errors.contains("\(bad):1:"))
      #expect(ending.output.hasPrefix("3 files: 1 file not read; "))
      let listed = try JSON(parsing: try await site.compactor("validate", "/nowhere/job.yaml", bad, "--json").output)
      #expect(
        listed["findings"]?[0]?["file"] == "/nowhere/job.yaml" && listed["findings"]?[1]?["file"] == JSON.string(bad))
    }
  }

  @Test func `doctor says that a server takes no writes`() async throws {
    try await Installation.with { site in
      site.set("PGOPTIONS", to: "-c default_transaction_read_only=on")
      let ending = try await site.compactor("doctor")
      #expect(ending.status == 1)
      #expect(ending.output.contains("fault the server takes no writes"), "\(ending.output)\(ending.errors)")
      #expect(ending.output.contains("ok    the schema has all"))
      #expect(try await site.compactor("status").status == 1)
    }
  }

  @Test func `serve waits for the schema, says so seldom, and serves once it is there`() async throws {
    try await Installation.with { site in
      let empty = try await ScratchDatabase.create()
      let connection = "\(empty.server.connectionString) dbname=\(empty.name)"
      site.set("COMPACTOR_DATABASE", to: connection)
      let (tool, url) = try await EndpointTests.serve(site)
      try await waitUntil("it says what it waits for") { tool.errors.contains("run compactor migrate") }
      #expect(try await HTTP.get(url + "/readyz").status == 503)
      #expect(!tool.errors.contains("42P01"))
      try await site.done("migrate", "--migrations", packageRoot().appending(path: "migrations").path)
      try await site.done("import", try site.write(Chats.file(["a"], turns: 12), to: "chats.jsonl"))
      try await site.done("apply", try site.write(JobFile.window(), to: "job.yaml"))
      try await waitUntil("it has worked") { try await site.json("status")["compacted"] == 1 }
      #expect(tool.errors.split(separator: "\n").count { $0.contains("waiting to serve") } < 8)
      tool.send(15)
      #expect(await tool.wait().status == 0)
      try await empty.drop()
    }
  }

  @Test func `a model that cannot be reached is named with its address and what happened`() async throws {
    try await Installation.with { site in
      try await site.done("import", try site.write(Chats.file(["a"], turns: 12), to: "chats.jsonl"))
      site.set("COMPACTOR_MODEL_URL", to: "http://127.0.0.1:9/v1")
      let job = try site.write(JobFile.summarizing(model: "max_retries: 0"), to: "job.yaml")
      let ending = try await site.compactor("run", job)
      #expect(ending.status == 1)
      let told = "unreachable (could not connect: 127.0.0.1:9)"
      #expect(ending.errors.contains(told), "\(ending.errors)")
      let record = try JSON(parsing: try await site.done("audit", "--json"))
      #expect(record["outcome"] == "model_unavailable" && record["reason"] == JSON.string(told))
    }
  }
}

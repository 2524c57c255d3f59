import Jobs
import Testing

struct SecretTests {
  static let secret = "hunter-2-hunter"

  /// Ways to write a secret into a job file by mistake.
  static let leaks = [
    "    api_key: \(secret)",
    "    api_key: \"\(secret)\"",
    "    api_key: {env: \(secret)}",
    "    api_key: {enw: \(secret)}",
    "    api_key: {env: KEY, value: \(secret)}",
    "    api_key: [\(secret)]",
    "    api_key:\n      key: \(secret)",
    "    api_key: |\n      \(secret)\n      \(secret)",
    "    apikey: \(secret)",
    "    key: \(secret)",
    "    url: https://user:\(secret)@models.example/v1",
    "    url: https://models.example/v1?api-key=\(secret)",
    "    headers: {Authorization: Bearer \(secret)}",
    "    headers: {x-api-key: \(secret)}",
    "    headers: {x-api-key: {file: [\(secret)]}}",
    "    api_key: \(secret): x",
    "    api_key: \"\(secret)",
    "    {api_key: \(secret)",
    "    api_kee: @\(secret)",
    "api_key: \(secret)",
    "limits: {api_key: \(secret)}",
    "  api_key: \(secret)",
    "  api-key: [\(secret)]",
    "limits: {token: \(secret)}",
    "protect: {first_prompt: {api_key: \(secret)}}",
    "select: {tenants: {api_key: \(secret)}}",
  ]

  @Test(arguments: leaks)
  func `a secret in the file is an error that does not repeat it`(line: String) {
    let text =
      if !line.hasPrefix("    ") { plainJob + "\n" + line } else {
        plainJob((line.contains("url:") ? "    url" : "    price", line))
      }
    let (job, diagnostics) = Job.load(text: text, file: "job.yaml")
    #expect(job == nil)
    #expect(diagnostics.contains { $0.severity == .error })
    for finding in diagnostics {
      #expect(!finding.rendered.contains(Self.secret))
      #expect(!"\(finding)".contains(Self.secret))
    }
  }

  @Test func `a mistake beside a secret does not show it`() {
    let line = "  small: {nmae: x, api_key: \(Self.secret), url: 3}"
    let text = plainJob.split(separator: "\n").prefix(6).joined(separator: "\n") + "\n" + line
    let lines = Job.load(text: text, file: "job.yaml").diagnostics.compactMap(\.excerpt)
    #expect(!lines.isEmpty)
    #expect(!lines.contains { $0.contains(Self.secret) })
  }

  @Test func `what reads like a key is not shown wherever it stands`() {
    let key = "sk-proj-AbCdEf0123456789"
    let findings = Job.load(text: plainJob + "\nlimits: {x: \(key)}  # \(key)", file: "job.yaml").diagnostics
    #expect(
      findings.first?.excerpt
        == "limits: {x: \(String(repeating: "*", count: 24))}  # \(String(repeating: "*", count: 24))")
  }

  @Test(arguments: [
    ("Authorization", true), ("x-api-key", true), ("X-Goog-Api-Key", true), ("X-Auth-Token", true), ("apikey", true),
    ("Cookie", true), ("X-Author", false), ("OpenAI-Organization", false), ("api-version", false),
    ("X-Tokens-Limit", false),
  ])
  func `a name says whether it names a secret`(name: String, isSecret: Bool) {
    let line = "    price: {input: 0, output: 0}\n    headers: {\(name): abc}"
    #expect(findings(plainJob(("    price", line))).isEmpty == !isSecret)
  }

  private func source(_ line: String) throws -> SecretSource {
    let text = plainJob(("    name", "    name: small-1\n    api_key: \(line)"))
    return try #require(Job.load(text: text, file: "job.yaml").job?.models["small"]?.apiKey)
  }

  @Test func `a key comes from the environment or a file`() throws {
    let environment = try source("{env: KEY}")
    #expect(environment.place == .environment("KEY"))
    #expect(try environment.resolve(environment: ["KEY": " abc\n"]) { _ in "" } == "abc")
    let file = try source("{file: /run/key}")
    #expect(file.place == .file("/run/key"))
    #expect(try file.resolve(environment: [:]) { $0 == "/run/key" ? "xyz\r\n" : "" } == "xyz")
  }

  @Test func `a key that is not there is an error at its place in the job`() throws {
    struct Missing: Error {}
    let problems: [(String, String?)] = [
      ("the environment variable `KEY` is not set", nil), ("the environment variable `KEY` is empty", " \n"),
      ("the environment variable `KEY` has more than one line or a control character", "a\nb"),
    ]
    for (problem, value) in problems {
      let error = try #require(throws: Diagnostic.self) {
        try source("{env: KEY}").resolve(environment: value.map { ["KEY": $0] } ?? [:]) { _ in "" }
      }
      #expect(error.problem == problem)
      #expect("\(error.file):\(error.line):\(error.column)" == "job.yaml:10:20")
    }
    let error = try #require(throws: Diagnostic.self) {
      try source("{file: /run/key}").resolve(environment: [:]) { _ in throw Missing() }
    }
    #expect(error.problem == "the file `/run/key` cannot be read")
  }
}

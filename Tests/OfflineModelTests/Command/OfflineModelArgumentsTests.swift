import Testing

@testable import OfflineModel

@Suite struct OfflineModelArgumentsTests {
  @Test func `every flag sets its option`() throws {
    var options = OfflineModelOptions()
    options.host = "::1"
    options.port = 8_080
    options.contextSize = 4_096
    options.ratio = 10
    options.delay = .milliseconds(200)
    options.tokenDelay = .milliseconds(5)
    options.faults = [try FaultRule("status=500,first=2"), try FaultRule("empty")]
    options.seed = 9
    options.retryAfter = 30
    options.heartbeat = .milliseconds(100)
    options.recordFile = "requests.jsonl"
    let arguments = [
      "--host", "::1", "--port=8080", "--context-size", "4096", "--ratio", "10", "--delay-ms", "200",
      "--token-delay-ms", "5", "--fault", "status=500,first=2", "--fault=empty", "--seed", "9", "--retry-after", "30",
      "--heartbeat-ms", "100", "--record", "requests.jsonl",
    ]
    #expect(try OfflineModelArguments(arguments) == .serve(options))
  }

  @Test func `without flags it serves on a free port of the loopback`() throws {
    #expect(try OfflineModelArguments([]) == .serve(OfflineModelOptions()))
    #expect(OfflineModelOptions().host == "127.0.0.1")
    #expect(OfflineModelOptions().port == 0)
  }

  @Test(arguments: [["--help"], ["-h"], ["--port", "1", "--help"]])
  func `help is asked for`(_ arguments: [String]) throws {
    #expect(try OfflineModelArguments(arguments) == .help)
  }

  @Test(arguments: [
    (["--prot", "1"], "found `--prot`, which is no flag; did you mean `--port`? `--help` lists them"),
    (["serve"], "found `serve`, which is no flag; `--help` lists them"),
    (["--port"], "`--port` is the last word, expected N after it"),
    (["--port", "99999"], "found `99999` after `--port`, expected a number from 0 to 65535"),
    (["--delay-ms", "2s"], "found `2s` after `--delay-ms`, expected a number from 0 to 3600000"),
    (["--fault", "boom"], "found `boom` after `--fault`, expected a fault; `--help` lists them"),
  ])
  func `a mistake says what was found and what was expected`(_ arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try OfflineModelArguments(arguments) }
    #expect(error?.description == message)
  }

  @Test func `help names every flag and every fault`() {
    let names = OfflineModelFlag.allCases.map(\.rawValue) + Fault.names
    #expect(names.allSatisfy { OfflineModelHelp.text.contains("  \($0) ") })
    #expect(OfflineModelHelp.text.split(separator: "\n").allSatisfy { $0.count <= 128 })
  }
}

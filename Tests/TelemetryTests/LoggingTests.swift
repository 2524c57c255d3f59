import FoundationEssentials
import Synchronization
import Testing

@testable import Telemetry

@Suite struct LoggingTests {
  /// Half past noon and a bit, UTC.
  private static let time = Date(timeIntervalSince1970: 1_790_080_200.125)

  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
    func logger(_ format: LogFormat = .plain, level: LogLevel = .debug, colored: Bool = false) -> Logger {
      Logger(level: level, format: format, colored: colored, now: { LoggingTests.time }) { line in
        self.all.withLock { $0.append(line) }
      }
    }
  }

  private let lines = Lines()
  private var written: [String] { lines.all.withLock { $0 } }

  @Test func `plain lines have time, level and message in columns`() {
    let log = lines.logger().with(.job("support chats"))
    log.info("conversation compacted", .conversation(42), .seconds(.milliseconds(1250)))
    log.warning("stopping")
    lines.logger().error("no more fields")
    #expect(
      written == [
        #"2026-09-22T12:30:00.125Z INFO    conversation compacted               job="support chats" conversation=42 seconds=1.25"#,
        #"2026-09-22T12:30:00.125Z WARNING stopping                             job="support chats""#,
        "2026-09-22T12:30:00.125Z ERROR   no more fields",
      ])
  }

  @Test func `JSON lines are objects with typed values`() throws {
    lines.logger(.json).info("claimed", .job("a\"\\\n\u{1}é"), .count(3), .spent(0.5), .tokens(UInt64.max))
    #expect(
      written == [
        #"{"time":"2026-09-22T12:30:00.125Z","level":"info","message":"claimed","job":"a\"\\\n\u0001é","count":3,"spent_usd":0.5,"tokens":9223372036854775807}"#
      ])
    struct Line: Decodable { var job: String }
    #expect(try JSONDecoder().decode(Line.self, from: Data(written[0].utf8)).job == "a\"\\\n\u{1}é")
  }

  @Test(arguments: LogFormat.allCases)
  func `a value cannot begin a line of its own or move a cursor`(format: LogFormat) {
    lines.logger(format).info("read", .file("a\nb\u{1B}[2J\u{85}\u{7}"))
    #expect(written.count == 1)
    #expect(!written[0].contains("\n") && !written[0].contains("\u{1B}"))
  }

  @Test func `lines below the level are not written`() {
    let log = lines.logger(level: .warning)
    log.debug("a")
    log.info("b")
    log.warning("c")
    log.error("d")
    #expect(written.map { $0.suffix(1) } == ["c", "d"])
  }

  @Test func `colour is there only when asked for, and never in JSON`() {
    lines.logger(colored: true).error("broken")
    lines.logger(.json, colored: true).error("broken")
    #expect(written[0].contains("\u{1B}[1;31mERROR  \u{1B}[0m"))
    #expect(!written[1].contains("\u{1B}"))
  }
}

@Suite struct StandardErrorTests {
  private final class Terminal: Sendable {
    let text = Mutex("")
    func output(isTerminal: Bool) -> StandardError {
      StandardError(isTerminal: isTerminal) { bytes in
        self.text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
      }
    }
  }

  @Test func `a line goes above the status line, which stays`() {
    let terminal = Terminal()
    let output = terminal.output(isTerminal: true)
    output.line("one")
    output.show(status: "50%")
    output.line("two")
    output.show(status: "")
    output.show(status: "")
    #expect(terminal.text.withLock { $0 } == "one\n\r\u{1B}[K50%\r\u{1B}[Ktwo\n50%\r\u{1B}[K")
  }

  @Test func `there is no status line without a terminal`() {
    let terminal = Terminal()
    let output = terminal.output(isTerminal: false)
    output.show(status: "50%")
    output.line("one")
    #expect(terminal.text.withLock { $0 } == "one\n")
    #expect(output.width == nil)
  }
}

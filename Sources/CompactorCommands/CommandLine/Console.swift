import FoundationEssentials
import Glibc

/// Where a command prints, and what it knows of its surroundings: a value for tests to replace.
struct Console: Sendable {
  typealias Printer = @Sendable (String) -> Void

  let output: Printer
  let errors: Printer
  /// A question on the terminal; `nil` where nobody can answer.
  let ask: (@Sendable (String) -> String?)?
  let isTerminal: Bool
  let environment: [String: String]
  /// Why something that was printed is not there: a full disk, say.
  var outputFailure: @Sendable () -> OutputFailure? = { nil }

  /// Standard output and standard error of this process.
  static func standard() -> Console {
    let output: Printer = { text in StandardOutput.shared.print(text) }
    let errors: Printer = { text in sendToErrors(printable(text) + "\n") }
    var ask: (@Sendable (String) -> String?)?
    if isatty(STDIN_FILENO) == 1 { ask = { question in askOnTerminal(question) } }
    return Console(
      output: output, errors: errors, ask: ask, isTerminal: isatty(STDOUT_FILENO) == 1,
      environment: ProcessInfo.processInfo.environment, outputFailure: { StandardOutput.shared.failure })
  }

  /// Where nobody can be told that it failed.
  private static func sendToErrors(_ text: String) { _ = writeAll(text.utf8, to: STDERR_FILENO) }

  private static func askOnTerminal(_ question: String) -> String? {
    sendToErrors(question)
    return readLine()
  }

  /// Prints for a person.
  func print(_ text: String = "") { output(printable(text)) }

  /// Prints for a program, as it is: JSON escapes what a terminal would act upon.
  func write(_ json: String) { output(json) }

  /// Prints JSON where it was asked for, and text otherwise.
  func report(_ text: @autoclosure () -> String, json: @autoclosure () -> String, _ invocation: Invocation) {
    if invocation.flag("json") { write(json()) } else { print(text()) }
  }
}

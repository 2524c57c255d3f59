import Foundation
import Glibc

/// Where a command prints, and what it knows of its surroundings: a value for tests to replace.
///
/// `Foundation` for `FileHandle`, which writes whole buffers to descriptors.
struct Console: Sendable {
  typealias Printer = @Sendable (String) -> Void

  let output: Printer
  let errors: Printer
  /// A question on the terminal; `nil` where nobody can answer.
  let ask: (@Sendable (String) -> String?)?
  let isTerminal: Bool
  let environment: [String: String]

  /// Standard output and standard error of this process.
  static func standard() -> Console {
    let output: Printer = { text in send(text + "\n", to: .standardOutput) }
    let errors: Printer = { text in send(printable(text) + "\n", to: .standardError) }
    var ask: (@Sendable (String) -> String?)?
    if isatty(STDIN_FILENO) == 1 { ask = { question in askOnTerminal(question) } }
    return Console(
      output: output, errors: errors, ask: ask, isTerminal: isatty(STDOUT_FILENO) == 1,
      environment: ProcessInfo.processInfo.environment)
  }

  private static func send(_ text: String, to handle: FileHandle) {
    // A closed pipe (`compactor audit | head`) is no fault of the command.
    try? handle.write(contentsOf: Data(text.utf8))
  }

  private static func askOnTerminal(_ question: String) -> String? {
    send(question, to: .standardError)
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

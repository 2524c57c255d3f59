import Synchronization

@testable import CompactorCommands

/// A console that remembers what was printed, and answers questions with what it was given.
final class FakeConsole: Sendable {
  private let lines = Mutex<(output: [String], errors: [String], questions: [String])>(([], [], []))
  private let answer: String?
  private let canAnswer: Bool
  private let environment: [String: String]
  private let outputFailure: OutputFailure?

  /// - Parameters:
  ///   - answer: `nil` where nobody can answer.
  ///   - outputFailure: why what is printed does not come through.
  init(answer: String? = nil, environment: [String: String] = [:], outputFailure: OutputFailure? = nil) {
    self.outputFailure = outputFailure
    self.answer = answer
    canAnswer = answer != nil
    self.environment = environment
  }

  var console: Console {
    var ask: (@Sendable (String) -> String?)?
    if canAnswer {
      ask = { question in
        self.lines.withLock { $0.questions.append(question) }
        return self.answer
      }
    }
    return Console(
      output: { text in self.lines.withLock { $0.output.append(text) } },
      errors: { text in self.lines.withLock { $0.errors.append(text) } }, ask: ask, isTerminal: false,
      environment: environment, outputFailure: { self.outputFailure })
  }

  var output: [String] { lines.withLock { $0.output } }
  var errors: [String] { lines.withLock { $0.errors } }
  var questions: [String] { lines.withLock { $0.questions } }
}

/// Runs words as `compactor` would, with these commands.
func run(_ words: String..., commands: [CommandSpec] = CommandSpec.all, on console: FakeConsole) async -> ExitStatus {
  await CompactorCommands.run(words, commands: commands, console: console.console)
}

/// An option of a command, `--name` or `--name VALUE`.
struct OptionSpec: Sendable {
  /// Without the dashes.
  let name: String
  /// What stands for the value in the help; `nil` for a flag.
  let value: String?
  let help: String
  /// The variable that gives the value when the command line does not.
  let environment: String?

  init(_ name: String, value: String? = nil, environment: String? = nil, _ help: String) {
    self.name = name
    self.value = value
    self.environment = environment
    self.help = help
  }
}

/// A word after the command.
struct ArgumentSpec: Sendable {
  enum Count: Sendable { case one, optional, many }

  /// In capitals, as the help prints it.
  let name: String
  let count: Count
  let help: String

  init(_ name: String, count: Count = .one, _ help: String) {
    self.name = name
    self.count = count
    self.help = help
  }
}

/// One command of `compactor`: what it is called, what it takes, and what it does.
struct CommandSpec: Sendable {
  let name: String
  /// One line, for the list of commands.
  let summary: String
  /// A paragraph or two for `--help` of the command.
  let details: String
  let arguments: [ArgumentSpec]
  let options: [OptionSpec]
  let action: @Sendable (Invocation, Console) async throws -> ExitStatus

  init(
    _ name: String, _ summary: String, details: String = "", arguments: [ArgumentSpec] = [],
    options: [OptionSpec] = [], action: @escaping @Sendable (Invocation, Console) async throws -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.arguments = arguments
    self.options = options
    self.action = action
  }
}

/// What the shell is told: the closed list of docs/exit-status.
enum ExitStatus: Int32, Sendable {
  /// Done, or nothing was due.
  case done = 0
  /// Something failed at run time.
  case failed = 1
  /// What the user wrote is wrong.
  case usage = 2
  /// A limit stopped it.
  case limit = 3
  case interrupted = 4
}

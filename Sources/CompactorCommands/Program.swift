/// The version that `--version` prints, that the schema asks for, and that audit and metrics name.
public let programVersion = "0.1.0"

/// Runs `compactor` with the words after its name, and gives the exit status.
public func runCompactor(_ words: [String]) async -> Int32 {
  await run(words, commands: CommandSpec.all, console: .standard()).rawValue
}

extension CommandSpec {
  /// In the order of the help: from looking to doing to undoing.
  static let all: [CommandSpec] = [
    doctor, migrate, importing, export, validate, evaluate, apply, jobs, move, remove, plan, explain, run, backfill,
    serve, show,
    audit, status, rollback, count, release, pause, resume, cancel,
  ]
}

/// Finds the command, reads its words, runs it, and turns errors into a text and an exit status.
func run(_ words: [String], commands: [CommandSpec], console: Console) async -> ExitStatus {
  guard let name = words.first, !["--help", "-h", "help"].contains(name) else {
    if let topic = words.dropFirst().first, let command = commands.first(where: { $0.name == topic }) {
      console.print(help(for: command))
    } else {
      console.print(overview(of: commands))
    }
    return words.isEmpty ? .usage : .done
  }
  if name == "--version" {
    console.print("compactor \(programVersion)")
    return .done
  }
  guard let command = commands.first(where: { $0.name == name }) else {
    console.errors("compactor has no command '\(name)'" + suggestion(for: name, among: commands.map(\.name)))
    return .usage
  }
  if words.dropFirst().prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
    console.print(help(for: command))
    return .done
  }
  let status = await perform(command, words.dropFirst(), console)
  if let failure = console.outputFailure() {
    // Where the output does not take a word, an object there would not come through either.
    console.errors("compactor: \(failure)")
    return status == .done ? .failed : status
  }
  return status
}

private func perform(_ command: CommandSpec, _ words: ArraySlice<String>, _ console: Console) async -> ExitStatus {
  do {
    return try await command.action(try parse(words, for: command, environment: console.environment), console)
  } catch {
    let failure = Failure(error)
    for line in failure.lines { console.errors(line) }
    // Whoever asked for JSON reads standard output, and gets an object there whatever happens.
    let asksForJSON = words.prefix { $0 != "--" }.contains("--json")
    if asksForJSON, command.options.contains(where: { $0.name == "json" }) { console.write(failure.json) }
    return failure.status
  }
}

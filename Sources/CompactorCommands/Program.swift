import Jobs
import PostgresClient

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
  do {
    return try await command.action(
      try parse(words.dropFirst(), for: command, environment: console.environment), console)
  } catch let error as UsageError {
    console.errors("compactor: \(error)")
    return .usage
  } catch let error as Diagnostic {
    console.errors(error.rendered)
    return .usage
  } catch let error as PostgresError {
    console.errors("compactor: the database: \(plain(error))")
    return .failed
  } catch is CancellationError {
    console.errors("compactor: interrupted")
    return .interrupted
  } catch {
    console.errors("compactor: \(error)")
    return .failed
  }
}

/// An error of the database for a person: without the statement, whose place is of use to nobody but us.
private func plain(_ error: PostgresError) -> PostgresError {
  var error = error
  error.origin = nil
  return error
}

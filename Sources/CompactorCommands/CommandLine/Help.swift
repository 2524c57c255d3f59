/// The text of `compactor --help`.
func overview(of commands: [CommandSpec]) -> String {
  let width = commands.map(\.name.count).max() ?? 0
  var lines = [
    "compactor compacts LLM conversations stored in PostgreSQL.", "",
    "usage: compactor COMMAND [ARGUMENT…] [--OPTION…]", "",
  ]
  lines += commands.map { "  \(padded($0.name, to: width))  \($0.summary)" }
  lines += ["", "compactor COMMAND --help explains a command. The job file is described in docs/job-reference.md."]
  return lines.joined(separator: "\n")
}

/// The text of `compactor COMMAND --help`.
func help(for command: CommandSpec) -> String {
  var usage = "usage: compactor \(command.name)"
  for argument in command.arguments {
    switch argument.count {
    case .one: usage += " \(argument.name)"
    case .optional: usage += " [\(argument.name)]"
    case .many: usage += " [\(argument.name)…]"
    }
  }
  if !command.options.isEmpty { usage += " [--OPTION…]" }
  var lines = [command.summary, "", usage]
  if !command.details.isEmpty { lines += ["", command.details] }
  let rows =
    command.arguments.map { ($0.name, $0.help) }
    + command.options.map { option in
      (
        "--" + option.name + (option.value.map { " " + $0 } ?? ""),
        option.help + (option.environment.map { " (or the variable \($0))" } ?? "")
      )
    }
  let width = min(rows.map(\.0.count).max() ?? 0, 28)
  if !rows.isEmpty { lines.append("") }
  lines += rows.map { "  \(padded($0.0, to: width))  \($0.1)" }
  return lines.joined(separator: "\n")
}

/// The text with blanks after it up to the width, in characters.
func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

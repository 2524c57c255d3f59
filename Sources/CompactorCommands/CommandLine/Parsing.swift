/// Reads the words after the command's name.
///
/// `--name value`, `--name=value` and flags stand anywhere; after `--` every word is an argument.
/// - Parameter environment: gives the values of options that name a variable.
func parse(_ words: some Sequence<String>, for command: CommandSpec, environment: [String: String]) throws(UsageError)
  -> Invocation
{
  var invocation = Invocation()
  var words = Array(words)[...]
  while let word = words.popFirst() {
    if word == "--" {
      invocation.arguments += words
      break
    }
    guard word.hasPrefix("--") else {
      if word.hasPrefix("-") && word.count > 1 {
        throw UsageError("found '\(word)', expected an option with two dashes; see compactor \(command.name) --help")
      }
      invocation.arguments.append(word)
      continue
    }
    let (name, attached) = split(word.dropFirst(2))
    guard let option = command.options.first(where: { $0.name == name }) else {
      throw UsageError(
        "compactor \(command.name) has no option '--\(name)'"
          + suggestion(for: name, among: command.options.map(\.name), prefix: "--"))
    }
    guard let value = option.value else {
      if attached != nil { throw UsageError("--\(name) takes no value") }
      invocation.options[name, default: []].append("")
      continue
    }
    guard let text = attached ?? words.popFirst() else { throw UsageError("--\(name) needs a value: \(value)") }
    invocation.options[name, default: []].append(text)
  }
  for option in command.options where invocation.options[option.name] == nil {
    if let variable = option.environment, let text = environment[variable], !text.isEmpty {
      invocation.options[option.name] = [text]
    }
  }
  try checkArguments(of: invocation, for: command)
  return invocation
}

private func split(_ word: Substring) -> (name: String, value: String?) {
  guard let equals = word.firstIndex(of: "=") else { return (String(word), nil) }
  return (String(word[..<equals]), String(word[word.index(after: equals)...]))
}

private func checkArguments(of invocation: Invocation, for command: CommandSpec) throws(UsageError) {
  let least = command.arguments.count { $0.count == .one }
  let unbounded = command.arguments.contains { $0.count == .many }
  if invocation.arguments.count < least {
    let missing = command.arguments[invocation.arguments.count]
    throw UsageError("compactor \(command.name) needs \(missing.name): \(missing.help)")
  }
  if !unbounded, invocation.arguments.count > command.arguments.count {
    throw UsageError(
      "compactor \(command.name): found '\(invocation.arguments[command.arguments.count])', expected no more words")
  }
}

/// `, did you mean …?` where a name is near, else a list of all.
func suggestion(for name: String, among names: [String], prefix: String = "") -> String {
  let nearest = names.map { (name: $0, distance: editDistance($0, name)) }.min { $0.distance < $1.distance }
  if let nearest, nearest.distance <= max(1, name.count / 3) { return ", did you mean '\(prefix)\(nearest.name)'?" }
  if names.isEmpty { return "" }
  return ", expected one of: " + names.map { prefix + $0 }.joined(separator: ", ")
}

/// Levenshtein distance over characters.
func editDistance(_ a: String, _ b: String) -> Int {
  let b = Array(b)
  var row = Array(0...b.count)
  for (i, character) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for j in b.indices {
      let substituted = diagonal + (b[j] == character ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(substituted, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[b.count]
}

/// What the command line asks for.
enum OfflineModelArguments: Equatable {
  case serve(OfflineModelOptions)
  case help

  /// Reads the arguments without the program's name.
  init(_ arguments: [String]) throws(UsageError) {
    var options = OfflineModelOptions()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--help" || argument == "-h" {
        self = .help
        return
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let flag = OfflineModelFlag(rawValue: String(parts[0])) else { throw .unknownFlag(String(parts[0])) }
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else { throw .noValue(flag) }
      try flag.set(value, in: &options)
    }
    self = .serve(options)
  }
}

/// A mistake on the command line.
enum UsageError: Error, Equatable, CustomStringConvertible {
  case unknownFlag(String)
  case noValue(OfflineModelFlag)
  case badValue(OfflineModelFlag, found: String, expected: String)

  var description: String {
    switch self {
    case .unknownFlag(let found):
      let nearest = OfflineModelFlag.allCases.map(\.rawValue).max { likeness($0, found) < likeness($1, found) }
      let hint = nearest.flatMap { likeness($0, found) >= 3 ? " did you mean `\($0)`?" : nil } ?? ""
      return "found `\(found)`, which is no flag;\(hint) `--help` lists them"
    case .noValue(let flag): return "`\(flag.rawValue)` is the last word, expected \(flag.placeholder) after it"
    case .badValue(let flag, let found, let expected):
      return "found `\(found)` after `\(flag.rawValue)`, expected \(expected)"
    }
  }
}

/// How many characters two flags begin with alike.
private func likeness(_ one: String, _ other: String) -> Int {
  zip(one, other).prefix { $0 == $1 }.count
}

import Testing

@testable import CompactorCommands

@Suite struct HelpTests {
  @Test(arguments: CommandSpec.all.map(\.name))
  func `the help of a command tells of every argument and option`(name: String) throws {
    let command = try #require(CommandSpec.all.first { $0.name == name })
    let lines = help(for: command).split(separator: "\n").map(String.init)
    #expect(lines.contains { $0.hasPrefix("usage: compactor \(name)") })
    for argument in command.arguments {
      #expect(lines.contains { $0.contains(argument.name) && $0.contains(argument.help) }, "\(argument.name)")
    }
    for option in command.options {
      let row = lines.first { $0.contains("--\(option.name)") && $0.contains(option.help) }
      #expect(row != nil, "--\(option.name)")
      if let variable = option.environment { #expect(row?.contains(variable) == true, "--\(option.name)") }
      if let value = option.value { #expect(row?.contains(value) == true, "--\(option.name)") }
    }
  }

  @Test func `every command has a name of its own, and its summary is one line of the overview`() {
    #expect(Set(CommandSpec.all.map(\.name)).count == CommandSpec.all.count)
    let text = overview(of: CommandSpec.all)
    for command in CommandSpec.all {
      #expect(!command.summary.isEmpty && !command.summary.contains("\n"))
      #expect(text.contains("\(command.name) ") && text.contains(command.summary))
    }
  }

  @Test(arguments: CommandSpec.all.map(\.name))
  func `options of a command have names of their own, in small letters`(name: String) throws {
    let options = try #require(CommandSpec.all.first { $0.name == name }).options
    #expect(Set(options.map(\.name)).count == options.count)
    for option in options {
      #expect(option.name.allSatisfy { $0.isLowercase || $0 == "-" })
      #expect(option.value.map { $0 == $0.uppercased() } ?? true)
    }
  }

  @Test func `an option that two commands share reads its value from the same variable`() {
    var variables: [String: String] = [:]
    for option in CommandSpec.all.flatMap(\.options) {
      guard let variable = option.environment else { continue }
      #expect(variables[option.name, default: variable] == variable)
      variables[option.name] = variable
      #expect(variable.hasPrefix("COMPACTOR_"))
    }
  }
}

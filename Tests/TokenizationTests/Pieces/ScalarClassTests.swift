import Foundation
import Testing
import Tokenization

@Suite struct ScalarClassTests {
  @Test func `every scalar of Unicode 16 has the class that the standard library knows`() {
    var wrong: [Unicode.Scalar] = []
    for value in 0..<0x110000 as Range<UInt32> {
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 16 else { continue }
      if ScalarClasses.shared[value] != expected(scalar) { wrong.append(scalar) }
    }
    #expect(wrong == [])
  }

  @Test func `what Unicode 16 does not assign is like a symbol`() {
    for value: UInt32 in [0x0378, 0xD800, 0xE000, 0x2FFFF, 0x10FFFF] {
      #expect(ScalarClasses.shared[value] == .other)
    }
  }

  @Test(.enabled(if: Generator.isThere, "needs the character database of Unicode 16: pip install unicodedata2==16.0.0"))
  func `the tables are what their script writes`() throws {
    #expect(try Generator.run("--check") == 0)
  }

  private func expected(_ scalar: Unicode.Scalar) -> ScalarClass {
    if scalar == "\r" || scalar == "\n" { return .newline }
    // Unicode 17, which the standard library has, changed this one scalar to a letter without case.
    if scalar == "\u{295}" { return .lower }
    if scalar.properties.isWhitespace { return .space }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .titlecaseLetter: .upper
    case .lowercaseLetter: .lower
    case .modifierLetter, .otherLetter: .uncased
    case .nonspacingMark, .spacingMark, .enclosingMark: .mark
    case .decimalNumber, .letterNumber, .otherNumber: .number
    default: .other
    }
  }
}

/// `scripts/unicode-classes`.
private enum Generator {
  /// It ends with 3 where the character database is missing.
  static let isThere = (try? run("--check")).map { $0 != 3 } ?? false

  static func run(_ option: String) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let script = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
    process.arguments = ["python3", script + "/scripts/unicode-classes", option]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}

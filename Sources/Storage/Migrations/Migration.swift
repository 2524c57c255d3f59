/// One numbered file of `migrations/`.
public struct Migration: Sendable, Equatable {
  public var number: Int
  /// What stands between the number and `.sql`.
  public var name: String
  public var sql: String

  public init(number: Int, name: String, sql: String) {
    self.number = number
    self.name = name
    self.sql = sql
  }

  /// Reads `0001_foundation.sql`; throws what is wrong with the name.
  public init(fileName: String, sql: String) throws(MigrationError) {
    let stem = fileName.hasSuffix(".sql") ? fileName.dropLast(4) : fileName[...]
    let parts = stem.split(separator: "_", maxSplits: 1)
    guard fileName.hasSuffix(".sql"), parts.count == 2, parts[0].count == 4, let number = Int(parts[0]), number > 0
    else {
      throw .fileName(fileName)
    }
    self.init(number: number, name: String(parts[1]), sql: sql)
  }
}

/// A migration that the database says was applied.
public struct AppliedMigration: Sendable, Equatable {
  public var number: Int
  public var name: String
  /// SHA-256 of the file.
  public var checksum: [UInt8]

  public init(number: Int, name: String, checksum: [UInt8]) {
    self.number = number
    self.name = name
    self.checksum = checksum
  }
}

public enum MigrationError: Error, Equatable, CustomStringConvertible {
  case fileName(String)
  case numbering(found: Int, expected: Int)
  case changed(number: Int, name: String)
  case programTooOld(oldest: String, program: String)
  case notApplied([Int])

  public var description: String {
    switch self {
    case .fileName(let name):
      "migrations: found a file '\(name)', expected a name like 0001_what_it_does.sql"
    case .numbering(let found, let expected):
      "migrations: found number \(found), expected \(expected): numbers are given without gaps and once each"
    case .changed(let number, let name):
      "migration \(number) (\(name)) was changed after it was applied: its checksum differs from the one in "
        + "compactor.schema_migrations. Put the file back and write the change as a new migration"
    case .programTooOld(let oldest, let program):
      "this schema may be used by compactor \(oldest) or later, and this is \(program): update the program"
    case .notApplied(let numbers):
      "the database lacks migration \(numbers.map(String.init).joined(separator: ", ")): run compactor migrate"
    }
  }
}

/// Which of the files are still to be applied, in order.
///
/// A database that is ahead of the files is left alone: an older program may go on beside a newer one, as long as the
/// schema allows it (``MigrationError/programTooOld(oldest:program:)``).
public func pending(
  files: [Migration], applied: [AppliedMigration], checksum: (Migration) -> [UInt8]
) throws(MigrationError) -> [Migration] {
  for (index, file) in files.enumerated() where file.number != index + 1 {
    throw .numbering(found: file.number, expected: index + 1)
  }
  var pending: [Migration] = []
  for file in files {
    if let done = applied.first(where: { $0.number == file.number }) {
      guard done.checksum == checksum(file) else { throw .changed(number: file.number, name: file.name) }
    } else {
      pending.append(file)
    }
  }
  if let gap = pending.first, let last = applied.map(\.number).max(), gap.number < last {
    throw .numbering(found: last, expected: gap.number)
  }
  return pending
}

/// Compares versions like `0.1.0` number by number; what is missing counts as 0.
public func isVersion(_ version: String, olderThan other: String) -> Bool {
  func numbers(_ text: String) -> [Int] {
    text.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
  }
  let (a, b) = (numbers(version), numbers(other))
  for index in 0..<max(a.count, b.count) {
    let (x, y) = (index < a.count ? a[index] : 0, index < b.count ? b[index] : 0)
    if x != y { return x < y }
  }
  return false
}

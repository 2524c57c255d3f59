import Digests
import PostgresClient
import Storage
import Synchronization
import TestSupport
import Testing

@Suite(.scratchDatabase) struct MigrationTests {
  private func withArchive<Value>(_ body: (Archive, PostgresPool) async throws -> Value) async throws -> Value {
    let pool = PostgresPool(ScratchDatabase.current.configuration, maximumConnections: 8)
    defer { pool.close() }
    return try await body(Archive(pool), pool)
  }

  private func migrate(_ archive: Archive, _ files: [Migration], program: String = "0.1.0") async throws -> [Migration]
  {
    try await archive.migrate(files, program: program) { SHA256.digest($0.sql).bytes }
  }

  @Test func `the second time there is nothing to apply`() async throws {
    let files = try ScratchArchive.migrations()
    try await withArchive { archive, _ in
      #expect(try await archive.appliedMigrations().isEmpty)
      #expect(try await migrate(archive, files) == files)
      #expect(try await migrate(archive, files).isEmpty)
      let applied = try await archive.appliedMigrations()
      #expect(applied.map(\.number) == Array(1...files.count))
      #expect(applied.map(\.checksum) == files.map { SHA256.digest($0.sql).bytes })
    }
  }

  @Test func `of eight callers at a time each file is applied by one`() async throws {
    let files = try ScratchArchive.migrations()
    try await withArchive { archive, pool in
      let done = try await withThrowingTaskGroup(of: [Migration].self) { group in
        for _ in 0..<8 { group.addTask { try await migrate(archive, files) } }
        return try await group.reduce(into: []) { $0 += $1.map(\.number) }
      }
      #expect(done.sorted() == Array(1...files.count))
      let recorded: Int64 = try await pool.query("SELECT count(*) FROM compactor.schema_migrations")[0].decode(0)
      #expect(recorded == Int64(files.count))
    }
  }

  @Test func `a file that was changed after it was applied is refused, and nothing is done`() async throws {
    var files = try ScratchArchive.migrations()
    try await withArchive { archive, _ in
      _ = try await migrate(archive, Array(files.prefix(3)))
      files[1].sql += "\n-- an afterthought\n"
      let changed = files
      await #expect(throws: MigrationError.changed(number: 2, name: files[1].name)) {
        _ = try await migrate(archive, changed)
      }
      #expect(try await archive.appliedMigrations().count == 3)
    }
  }

  @Test func `a file that fails leaves no trace`() async throws {
    var files = Array(try ScratchArchive.migrations().prefix(2))
    files.append(Migration(number: 3, name: "broken", sql: "CREATE TABLE compactor.half (a int); SELECT 1 / 0;"))
    try await withArchive { archive, pool in
      let broken = files
      await #expect(throws: PostgresError.self) { _ = try await migrate(archive, broken) }
      #expect(try await archive.appliedMigrations().map(\.number) == [1, 2])
      let isGone: Bool = try await pool.query("SELECT to_regclass('compactor.half') IS NULL")[0].decode(0)
      #expect(isGone)
    }
  }

  @Test func `a program that is too old is refused before it does anything`() async throws {
    let files = try ScratchArchive.migrations()
    try await withArchive { archive, pool in
      _ = try await migrate(archive, Array(files.prefix(2)))
      try await pool.query("UPDATE compactor.schema_compatibility SET oldest_program = '0.2.0'")
      await #expect(throws: MigrationError.programTooOld(oldest: "0.2.0", program: "0.1.9")) {
        _ = try await migrate(archive, files, program: "0.1.9")
      }
      #expect(try await archive.appliedMigrations().count == 2)
      #expect(try await migrate(archive, files, program: "0.2.0").count == files.count - 2)
    }
  }

  @Test func `a schema that is ahead of the files is left alone`() async throws {
    let files = try ScratchArchive.migrations()
    try await withArchive { archive, _ in
      _ = try await migrate(archive, files)
      #expect(try await migrate(archive, Array(files.prefix(4))).isEmpty)
    }
  }
}

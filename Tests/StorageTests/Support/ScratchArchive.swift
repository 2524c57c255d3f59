import Digests
import PostgresClient
import Storage
import TestSupport

/// The archive in the migrated database of the test that runs.
final class ScratchArchive: Sendable {
  let database: ScratchDatabase
  let pool: PostgresPool

  var archive: Archive { Archive(pool) }

  init() {
    database = .current
    pool = PostgresPool(database.configuration, maximumConnections: 16)
  }

  deinit { pool.close() }

  /// The files of `migrations/` in order.
  static func migrations() throws -> [Migration] {
    try ScratchDatabase.migrations().map { try Migration(fileName: $0.name, sql: $0.sql) }
  }
}

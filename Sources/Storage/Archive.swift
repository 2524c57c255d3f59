public import PostgresClient

/// The SQL of this schema, over a pool of connections.
///
/// Each method is one statement or one transaction, works behind PgBouncer in transaction mode, and takes its times
/// from the database's clock. Errors are those of ``PostgresError``.
public struct Archive: Sendable {
  let database: PostgresPool

  public init(_ pool: PostgresPool) { database = pool }
}

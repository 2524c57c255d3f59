import Glibc

/// A PgBouncer in transaction mode with few server sessions: transactions of many clients get the same one, so that
/// whatever a client left in it would meet the next client.
public struct ScratchPooler: Sendable {
  /// Where its socket is: the `host` of a connection string.
  public let folder: String

  public static let isInstalled = access("/usr/sbin/pgbouncer", X_OK) == 0

  /// - Parameters:
  ///   - server: connection string of the server, of which only the host is used.
  ///   - user: as whom it connects, whoever its clients are.
  public static func launch(before server: String, user: String = "postgres", sessions: Int = 1) async throws
    -> ScratchPooler
  {
    let host = server.split(separator: " ").first { $0.hasPrefix("host=") } ?? ""
    let owner = getuid() == 0 ? "runuser -u postgres --" : ""
    let folder = try await runCommand("cd / && \(owner) mktemp -d /tmp/tcpb.XXXXXX")
    let settings = """
      [databases]
      * = \(host) user=\(user)
      [pgbouncer]
      pool_mode = transaction
      default_pool_size = \(sessions)
      auth_type = any
      listen_addr =
      listen_port = 5432
      unix_socket_dir = \(folder)
      logfile = \(folder)/log
      pidfile = \(folder)/pid
      """
    _ = try await runCommand("cat > \(folder)/ini <<'END'\n\(settings)\nEND\n")
    _ = try await runCommand("cd / && \(owner) pgbouncer --daemon --quiet \(folder)/ini </dev/null >/dev/null")
    let end = ContinuousClock.now + .seconds(60)
    while access("\(folder)/.s.PGSQL.5432", F_OK) != 0 {
      guard ContinuousClock.now < end else { throw ScratchPostgresError(output: "PgBouncer does not listen") }
      try await Task.sleep(for: .milliseconds(10))
    }
    return ScratchPooler(folder: folder)
  }

  public func remove() async throws {
    _ = try await runCommand("kill $(cat \(folder)/pid) && rm -rf \(folder)")
  }
}

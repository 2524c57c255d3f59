import Glibc
import PostgresClient
import Testing

/// Returns when the backend waits for its client to read.
func waitUntilBlocked(_ backend: Int32, _ observer: PostgresConnection) async throws {
  try await waitUntil("the server waits for its client") {
    let query: SQL = "SELECT wait_event FROM pg_stat_activity WHERE pid = \(backend)"
    return try await observer.query(query)[0].decode(0, as: String?.self) == "ClientWrite"
  }
}

/// Asks again and again, for a minute at most.
func waitUntil(_ what: Comment, _ condition: () async throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(60)
  while try await !condition() {
    try #require(ContinuousClock.now < end, what)
    await Task.yield()
  }
}

/// What this process holds in memory.
func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [UInt8](repeating: 0, count: 128)
  let count = fread(&line, 1, line.count, file)
  let fields = String(decoding: line[..<count], as: UTF8.self).split(separator: " ")
  return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * 4096
}

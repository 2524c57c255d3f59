import Foundation
import PostgresClient
import Synchronization
import TestSupport
import Testing
import Transcripts

/// A database with the schema, a folder, and programs that know both; for one test.
final class Installation: Sendable {
  let database: Database
  let pool: PostgresPool
  let folder: URL
  private let models = Mutex<[OfflineModel]>([])
  private let extra = Mutex<[String: String]>([:])

  /// Runs the body with a fresh installation, and ends and removes everything after it.
  ///
  /// - Parameters:
  ///   - ownServer: whether it gets a PostgreSQL of its own, which may be stopped.
  ///   - original: a database to begin with, to which nobody is connected.
  static func with(
    ownServer: Bool = false, copyOf original: Database? = nil, _ body: (Installation) async throws -> Void
  ) async throws {
    await Slots.shared.enter()
    defer { Slots.shared.leave() }
    let folder = try Self.makeFolder()
    let site = Installation(try await ownServer ? .launched(in: folder) : .copied(of: original), folder)
    do {
      try await body(site)
      try await site.end()
    } catch {
      try await site.end()
      throw error
    }
  }

  static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "compactor-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// A database that the body fills; it stays for as long as the tests run.
  static func filled(_ body: (Installation) async throws -> Void) async throws -> Database {
    let site = Installation(try await .copied(), try makeFolder())
    try await body(site)
    site.pool.close()
    return site.database
  }

  private init(_ database: Database, _ folder: URL) {
    self.database = database
    self.folder = folder
    pool = PostgresPool(PostgresConfiguration(database.owner), maximumConnections: 8)
  }

  private func end() async throws {
    for model in models.withLock({ $0 }) { await model.stop() }
    pool.close()
    try await database.remove()
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: Programs

  /// A folder without vocabularies: what is found does not hang on the machine.
  private var vocabularies: String { folder.appendingPathComponent("vocabularies").path }

  var environment: [String: String] {
    extra.withLock { extra in
      ["COMPACTOR_DATABASE": database.worker, "COMPACTOR_VOCABULARIES": vocabularies].merging(extra) { $1 }
    }
  }

  func set(_ variable: String, to value: String) {
    extra.withLock { $0[variable] = value }
  }

  /// Starts `compactor`.
  func start(_ words: String...) throws -> Tool { try start(words) }

  func start(_ words: [String]) throws -> Tool {
    try Tool("compactor", words, environment: environment, in: folder)
  }

  /// Runs `compactor` to its end.
  func compactor(_ words: String...) async throws -> Tool.Ending { try await start(words).wait() }

  /// Runs it and expects that all is well.
  @discardableResult
  func done(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    let ending = try await start(words).wait()
    try #require(
      ending.status == 0, "\(words.joined(separator: " ")): \(ending.output)\(ending.errors)",
      sourceLocation: sourceLocation)
    return ending.output
  }

  /// Runs it with `--json` and expects one object.
  func json(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSON {
    let ending = try await start(words + ["--json"]).wait()
    try #require(ending.status == 0, "\(words): \(ending.output)\(ending.errors)", sourceLocation: sourceLocation)
    return try JSON(parsing: ending.output)
  }

  /// Starts a model that the jobs of this installation find in `COMPACTOR_MODEL_URL`.
  @discardableResult
  func model(_ flags: String..., recording: Bool = false) async throws -> OfflineModel {
    try await model(flags, recording: recording)
  }

  @discardableResult
  func model(_ flags: [String], recording: Bool = false) async throws -> OfflineModel {
    let record = recording ? folder.appending(path: "requests-\(UUID().uuidString).jsonl") : nil
    let model = try await OfflineModel(flags, record: record, in: folder)
    models.withLock { $0.append(model) }
    set("COMPACTOR_MODEL_URL", to: model.url)
    return model
  }

  // MARK: Files and rows

  /// Writes a file into the installation's folder; returns its path.
  func write(_ text: String, to name: String) throws -> String {
    let file = folder.appending(path: name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  func count(_ sql: SQL) async throws -> Int { Int(try await pool.query(sql)[0].decode(0, as: Int64.self)) }

  /// Whether nothing is due, and nobody has anything in hand.
  func isIdle() async throws -> Bool {
    try await count(
      """
      SELECT (SELECT count(*) FROM compactor.due)
        + (SELECT count(*) FROM compactor.claims WHERE token IS NOT NULL)
      """) == 0
  }

  func texts(_ sql: SQL) async throws -> [String] { try await pool.query(sql).map { try $0.decode(0) } }

  /// Makes every conversation look as if nobody had touched it for so long.
  func age(_ interval: String = "90 days") async throws {
    try await pool.query(
      "UPDATE compactor.conversations SET last_appended_at = last_appended_at - \(interval)::text::interval")
  }

  /// A digest of every original row.
  func originals() async throws -> String {
    try await pool.query(
      "SELECT coalesce(md5(string_agg(e::text, '|' ORDER BY conversation, position)), '') FROM compactor.entries e")[0]
      .decode(0)
  }

  /// Everything that compaction wrote, in numbers.
  func written() async throws -> [Int64] {
    let row = try await pool.query(
      """
      SELECT (SELECT count(*) FROM compactor.revisions), (SELECT count(*) FROM compactor.audit_records),
        (SELECT count(*) FROM compactor.summaries), (SELECT count(*) FROM compactor.model_results)
      """)[0]
    return try (0..<4).map { try row.decode($0) }
  }
}

import Storage

extension DatabaseSession {
  /// The conversation that a word on the command line names: by its key, by `TENANT/KEY`, or with `--number` by the
  /// number of its row.
  func conversation(_ word: String, _ invocation: Invocation) async throws -> ConversationRecord {
    let tenant = invocation.value("tenant")
    if invocation.flag("number") {
      guard let number = Int64(word) else {
        throw UsageError("--number: found '\(word)', expected the number of a conversation")
      }
      guard let found = try await archive.conversation(number) else {
        throw UsageError("found no conversation with the number \(number)")
      }
      return found
    }
    let found =
      if let tenant {
        try await archive.conversations(key: word, tenant: tenant)
      } else {
        try await archive.conversations(word: word)
      }
    guard let first = found.first else {
      throw UsageError("found no conversation '\(word)'" + (tenant.map { " of tenant '\($0)'" } ?? ""))
    }
    guard found.count == 1 else {
      if found.allSatisfy({ $0.key == word }) {
        throw UsageError(
          "conversation '\(word)' is there for the tenants " + found.map(\.tenant).joined(separator: ", ")
            + ": say which with --tenant")
      }
      let readings = found.map { "'\($0.key)' of tenant '\($0.tenant)'" }.joined(separator: ", ")
      throw UsageError("'\(word)' may mean \(readings): say which with --tenant")
    }
    return first
  }

  /// Throws where there is no run of the number.
  func requireRun(_ number: Int64?) async throws {
    guard let number, try await archive.run(number) == nil else { return }
    throw UsageError("found no run \(number): compactor status lists the latest")
  }
}

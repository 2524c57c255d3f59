import Testing

/// Asks again and again, for a minute at most; between two questions others get the processor.
func waitUntil(
  _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + .seconds(60)
  while try await !condition() {
    try #require(ContinuousClock.now < end, "\(what): not within a minute", sourceLocation: sourceLocation)
    try await Task.sleep(for: .milliseconds(20))
  }
}

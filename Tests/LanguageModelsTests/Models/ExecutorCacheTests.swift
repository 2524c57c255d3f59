import LanguageModels
import ScriptedModels
import Synchronization
import Testing
import Transcripts

/// Counts the executors that were made of each configuration.
final class Makings: Sendable {
  let counts = Mutex<[String: Int]>([:])
}

struct CountedModel: LanguageModel {
  var configuration: CountedExecutor.Configuration
  var capabilities: LanguageModelCapabilities { .all }
  var executorConfiguration: CountedExecutor.Configuration { configuration }
  typealias Executor = CountedExecutor
}

struct CountedExecutor: LanguageModelExecutor {
  struct Configuration: Hashable, Sendable {
    var name: String
    var makings: Makings
    var failures = 0

    static func == (one: Configuration, other: Configuration) -> Bool { one.name == other.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  init(configuration: Configuration) throws {
    let count = configuration.makings.counts.withLock { counts in
      counts[configuration.name, default: 0] += 1
      return counts[configuration.name]!
    }
    if count <= configuration.failures { throw Broken() }
  }

  func respond(
    to request: LanguageModelExecutorGenerationRequest, model: CountedModel,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws { await channel.send(.response(action: .appendText("x"))) }
}

struct ExecutorCacheTests {
  @Test func `one executor is made for each distinct configuration`() async throws {
    let (cache, makings) = (LanguageModelExecutorCache(), Makings())
    for name in ["a", "b", "a", "a", "b"] {
      let model = CountedModel(configuration: .init(name: name, makings: makings))
      try await LanguageModelSession(model: model, executors: cache).respond(to: "go")
    }
    #expect(makings.counts.withLock { $0 } == ["a": 1, "b": 1])
    #expect(cache.count == 2)
  }

  @Test func `sessions of their own caches share nothing`() async throws {
    let makings = Makings()
    let model = CountedModel(configuration: .init(name: "a", makings: makings))
    try await LanguageModelSession(model: model).respond(to: "go")
    try await LanguageModelSession(model: model).respond(to: "go")
    #expect(makings.counts.withLock { $0 } == ["a": 2])
  }

  @Test func `many callers at once get the same executor`() async throws {
    let (cache, makings) = (LanguageModelExecutorCache(), Makings())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          _ = try? cache.executor(for: CountedModel(configuration: .init(name: "a", makings: makings)))
        }
      }
    }
    #expect(makings.counts.withLock { $0 } == ["a": 1])
  }

  @Test func `an executor that cannot be made is tried again`() throws {
    let (cache, makings) = (LanguageModelExecutorCache(), Makings())
    let model = CountedModel(configuration: .init(name: "a", makings: makings, failures: 1))
    #expect(throws: Broken.self) { try cache.executor(for: model) }
    #expect(cache.count == 0)
    _ = try cache.executor(for: model)
    #expect(cache.count == 1)
    cache.removeAll()
    #expect(cache.count == 0)
  }

  @Test func `prewarming tells the executor how the transcript will begin`() async throws {
    let model = ScriptedLanguageModel(.text("x"))
    let session = LanguageModelSession(model: model, instructions: "Be brief.")
    session.prewarm()
    session.prewarm(promptPrefix: Prompt("Once"))
    #expect(
      model.recorder.prewarmed.map(\.lines) == [
        ["instructions Be brief."], ["instructions Be brief.", "prompt Once"],
      ])
    #expect(session.transcript.count == 1)
    #expect(model.recorder.requests.isEmpty)
  }
}

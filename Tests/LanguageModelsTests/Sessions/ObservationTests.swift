import LanguageModels
import Observation
import ScriptedModels
import Testing
import Transcripts

private struct TopicKey: SessionPropertyKey {
  static let defaultValue = "general"
}

private struct MoodKey: SessionPropertyKey {
  static let defaultValue = "calm"
}

extension SessionPropertyValues {
  fileprivate var topic: String {
    get { self[TopicKey.self] }
    set { self[TopicKey.self] = newValue }
  }

  fileprivate var mood: String {
    get { self[MoodKey.self] }
    set { self[MoodKey.self] = newValue }
  }
}

/// Notes each time that what is read is about to change, and reads it again then, as views do.
private func observe(_ name: String, _ notes: Notes, _ read: @escaping @Sendable () -> Void) {
  withObservationTracking(read) {
    notes.add(name)
    observe(name, notes, read)
  }
}

/// Observers are told of changes, may read while they are told, and hear of nothing else.
@Suite struct ObservationTests {
  private func observed(_ session: LanguageModelSession) -> Notes {
    let notes = Notes()
    observe("isResponding", notes) { _ = session.isResponding }
    observe("transcript", notes) { _ = session.transcript }
    observe("wholeTranscript", notes) { _ = session.wholeTranscript }
    observe("usage", notes) { _ = session.usage }
    return notes
  }

  /// Notes in a row are one change to an observer.
  private func changes(_ notes: Notes) -> [String] {
    notes.all.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  @Test func `an observer learns of each change of a turn`() async throws {
    let gate = Gate()
    let model = ScriptedLanguageModel(
      ScriptedReply([.perform { try await gate.wait() }] + ScriptedReply.text("one").costing(input: 9, output: 1).steps)
    )
    let session = LanguageModelSession(model: model, instructions: "Be brief.")
    let notes = observed(session)
    async let answer = session.respond(to: "go")
    await gate.arrival()
    #expect(changes(notes).first == "isResponding")
    #expect(Set(notes.all) == ["isResponding", "transcript", "wholeTranscript"])
    gate.open()
    _ = try await answer
    let all = changes(notes)
    #expect(all.filter { $0 == "isResponding" }.count == 2 && all.last == "isResponding")
    #expect(all.filter { $0 == "usage" }.count == 1)
    #expect(all.firstIndex(of: "usage").map { all[$0...].contains("transcript") } == true, "the answer comes after it")
  }

  @Test func `an observer learns of a turn that is taken back`() async throws {
    let model = ScriptedLanguageModel(.text("one"), .failure(Broken()))
    let session = LanguageModelSession(model: model)
    try await session.respond(to: "go")
    let before = session.transcript
    let notes = observed(session)
    #expect(await failure { try await session.respond(to: "again") } is Broken)
    // Once that the prompt came, once that it went.
    #expect(changes(notes).filter { $0 == "transcript" }.count == 2, "\(notes.all)")
    #expect(session.transcript == before)
  }

  @Test func `a request that is refused tells observers nothing`() async throws {
    let (session, gate, _) = ConcurrencyTests.waiting()
    async let answer = session.respond(to: "first")
    await gate.arrival()
    let notes = observed(session)
    #expect(ConcurrencyTests.isConcurrent(await failure { try await session.respond(to: "second") }))
    #expect(notes.all == [])
    gate.open()
    _ = try await answer
  }

  @Test func `a property of a session is observed by itself`() async throws {
    let session = LanguageModelSession(model: ScriptedLanguageModel(.text("one")))
    let notes = Notes()
    observe("topic", notes) { _ = session.properties.topic }
    observe("history", notes) { _ = session.properties.history }
    session.properties.mood = "happy"
    #expect(notes.all == [])
    session.properties.topic = "trains"
    #expect(notes.all == ["topic"])
    session.properties.update(TopicKey.self) { $0 += " and boats" }
    #expect(notes.all == ["topic", "topic"])
    try await session.respond(to: "go")
    #expect(notes.all.suffix(2) == ["history", "history"])
    observe("transcript", notes) { _ = session.transcript }
    session.properties.history = []
    #expect(Set(notes.all.suffix(2)) == ["history", "transcript"], "the transcript shows the history")
  }
}

import LanguageModels
import Testing
import Transcripts

private struct TopicKey: SessionPropertyKey {
  static let defaultValue = "general"
}

private struct CountKey: SessionPropertyKey {
  static let defaultValue = 0
}

extension SessionPropertyValues {
  fileprivate var topic: String {
    get { self[TopicKey.self] }
    set { self[TopicKey.self] = newValue }
  }
}

@Suite struct SessionPropertyTests {
  private struct Topical: LanguageModelSession.DynamicProfile {
    @SessionProperty(\.topic) private var topic
    @SessionProperty(\.history) private var history

    var body: some DynamicProfile {
      Profile { "We speak of \(topic)." }
        .onPrompt { topic = "trees" }
        .onResponse { history = history.suffix(1) }
    }
  }

  @Test func `a property has its default until it is written, and each session has its own`() {
    let one = SessionPropertyValues()
    let other = SessionPropertyValues()
    #expect(one.topic == "general")
    one.topic = "birds"
    #expect(one.topic == "birds")
    #expect(other.topic == "general")
    #expect(one[CountKey.self] == 0)
  }

  @Test func `bodies and hooks read and write the properties of the session that they run for`() async throws {
    let profile = Topical().model(NamedModel(name: "m"))
    let one = SessionPropertyValues(history: [.prompt("a"), .response("b")])
    let other = SessionPropertyValues(history: [.prompt("c"), .response("d")])
    let resolved = try profile.resolve(in: one)
    #expect(resolved.instructions.text == "We speak of general.")
    try await one.withCurrent {
      for hook in resolved.hooks.onPrompt { try await hook(Transcript.Prompt(id: "p", segments: [])) }
      for hook in resolved.hooks.onResponse { try await hook(Transcript.Response(id: "r", segments: [])) }
    }
    #expect(try profile.resolve(in: one).instructions.text == "We speak of trees.")
    #expect(one.history.map(\.id) == ["b"])
    #expect(try profile.resolve(in: other).instructions.text == "We speak of general.")
    #expect(other.history.map(\.id) == ["c", "d"])
  }

  @Test func `child tasks run for the same session`() async {
    struct Reader { @LanguageModelSession.SessionProperty(\.topic) var topic }
    let values = SessionPropertyValues()
    values.topic = "rain"
    let reader = Reader()
    await values.withCurrent {
      await withTaskGroup(of: String.self) { group in
        for _ in 0..<3 { group.addTask { reader.topic } }
        for await topic in group { #expect(topic == "rain") }
      }
    }
  }

  @Test func `without a session a property keeps what is written to it`() {
    struct Owner { @LanguageModelSession.SessionProperty(\.topic) var topic }
    let one = Owner()
    let other = Owner()
    one.topic = "snow"
    #expect(one.topic == "snow")
    #expect(other.topic == "general")
  }

  @Test func `the history never holds instructions`() {
    let instructions = Transcript.Entry.instructions(.init(id: "i", segments: []))
    let values = SessionPropertyValues(history: [instructions, .prompt("a")])
    #expect(values.history.map(\.id) == ["a"])
    values.history = [instructions, .prompt("b"), .response("c")]
    #expect(values.history.map(\.id) == ["b", "c"])
  }

  @Test func `changes in one step are not lost between tasks`() async {
    let values = SessionPropertyValues()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 { group.addTask { values.update(CountKey.self) { $0 += 1 } } }
    }
    #expect(values[CountKey.self] == 200)
  }
}

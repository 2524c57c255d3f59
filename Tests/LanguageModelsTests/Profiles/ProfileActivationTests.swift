import LanguageModels
import Testing
import Transcripts

@Suite struct ProfileActivationTests {
  private struct Support: LanguageModelSession.DynamicProfile {
    var isEscalated: Bool
    var greeting = "Hello."
    let notes: Notes

    var body: some DynamicProfile {
      if isEscalated {
        Profile { "You are the supervisor." }
          .onActivate { notes.add("+supervisor inner") }
          .onActivate { notes.add("+supervisor outer") }
          .onDeactivate { notes.add("-supervisor inner") }
          .onDeactivate { notes.add("-supervisor outer") }
      } else {
        Profile { greeting }
          .onActivate { notes.add("+clerk") }
          .onDeactivate { notes.add("-clerk") }
      }
    }
  }

  /// What runs when these profiles hold for one request after the other.
  private func notes(of requests: [(Support) -> Support]) async throws -> [String] {
    let notes = Notes()
    var previous: ResolvedProfile?
    for (number, request) in requests.enumerated() {
      notes.add("\(number + 1)")
      let profile = request(Support(isEscalated: false, notes: notes))
        .onActivate { notes.add("+whole") }
        .onDeactivate { notes.add("-whole") }
        .model(NamedModel(name: "m"))
      let resolved = try profile.resolve(in: SessionPropertyValues())
      for action in resolved.activations(after: previous) { try await action() }
      previous = resolved
    }
    return notes.all
  }

  private let escalated = { (support: Support) in
    var support = support
    support.isEscalated = true
    return support
  }

  @Test func `a profile becomes active once, and again after another one was`() async throws {
    #expect(
      try await notes(of: [{ $0 }, { $0 }, escalated, escalated, { $0 }]) == [
        "1", "+whole", "+clerk",
        "2",
        "3", "-clerk", "+supervisor outer", "+supervisor inner",
        "4",
        "5", "-supervisor inner", "-supervisor outer", "+clerk",
      ])
  }

  @Test func `other text in the same place is the same profile`() async throws {
    let changed = { (support: Support) in
      var support = support
      support.greeting = "Good evening."
      return support
    }
    #expect(try await notes(of: [{ $0 }, changed]) == ["1", "+whole", "+clerk", "2"])
  }
}

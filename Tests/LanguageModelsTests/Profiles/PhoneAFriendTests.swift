import LanguageModels
import ScriptedModels
import Testing
import Transcripts

private struct CallsKey: SessionPropertyKey {
  static let defaultValue = 0
}

extension SessionPropertyValues {
  fileprivate var calls: Int {
    get { self[CallsKey.self] }
    set { self[CallsKey.self] = newValue }
  }
}

/// A tool that runs a session of its own and hands one result back.
@Suite struct PhoneAFriendTests {
  private struct Counting: LanguageModelSession.DynamicProfileModifier {
    @SessionProperty(\.calls) private var calls

    func body(content: Content) -> some DynamicProfile {
      content.onResponse { calls += 1 }
    }
  }

  private struct AskFriend: Tool {
    let name = "ask_friend"
    let description = "Asks somebody who knows."
    let friend: ScriptedLanguageModel

    struct Arguments: Generable {
      var question: String
    }

    func call(arguments: Arguments) async throws -> String {
      let session = LanguageModelSession(
        profile: LanguageModelSession.Profile { Instructions("You know everything.") }
          .modifier(Counting()).modifier(Counting()).model(friend))
      let answer = try await session.respond(to: arguments.question).content
      return "\(answer) (\(session.properties.calls))"
    }
  }

  @Test func `the friend has a transcript and properties of its own, and one result comes back`() async throws {
    let friend = ScriptedLanguageModel(.text("Lisbon."))
    let model = ScriptedLanguageModel(
      .calls(.init("ask_friend", #"{"question":"Capital of Portugal?"}"#)), .text("It is Lisbon."))
    let session = LanguageModelSession(
      profile: LanguageModelSession.Profile {
        Instructions("You play a quiz.")
        AskFriend(friend: friend)
      }
      .modifier(Counting()).model(model))

    #expect(try await session.respond(to: "Next question!").content == "It is Lisbon.")
    #expect(
      friend.recorder.requests.map(\.transcript.outline) == [["You know everything.", "prompt: Capital of Portugal?"]])
    #expect(
      session.transcript.outline == [
        "You play a quiz.\ntool: ask_friend", "prompt: Next question!",
        #"calls: ask_friend{"question":"Capital of Portugal?"}"#, "output: Lisbon. (2)", "response: It is Lisbon.",
      ])
    #expect(session.properties.calls == 1)
  }

  @Test func `a friend that fails ends the turn with its error`() async throws {
    let friend = ScriptedLanguageModel()
    let model = ScriptedLanguageModel(.calls(.init("ask_friend", #"{"question":"?"}"#)), .text("Never."))
    let session = LanguageModelSession(model: model, tools: [AskFriend(friend: friend)])
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "Go on.")
    }
    #expect(error?.underlyingError as? ScriptError == .exhausted(replies: 0))
    #expect(session.transcript.isEmpty || session.transcript.map(\.kind) == [.instructions])
  }
}

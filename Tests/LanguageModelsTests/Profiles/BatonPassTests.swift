import LanguageModels
import ScriptedModels
import Testing
import Transcripts

private struct SpeakerKey: SessionPropertyKey {
  static let defaultValue = "clerk"
}

extension SessionPropertyValues {
  fileprivate var speaker: String {
    get { self[SpeakerKey.self] }
    set { self[SpeakerKey.self] = newValue }
  }
}

/// Profiles that share one transcript; a tool hands over from one to the next.
@Suite struct BatonPassTests {
  private struct HandOver: Tool {
    let name = "hand_over"
    let description = "Hands the conversation over."
    let speaker: String
    @SessionProperty(\.speaker) private var current

    init(to speaker: String) { self.speaker = speaker }

    var parameters: GenerationSchema { GenerationSchema(json: ["type": "object", "properties": [:]]) }

    func call(arguments: GeneratedContent) -> String {
      current = speaker
      return "\(speaker) has it now."
    }
  }

  private struct Desk: LanguageModelSession.DynamicProfile {
    let small: ScriptedLanguageModel
    let large: ScriptedLanguageModel
    let notes: Notes
    @SessionProperty(\.speaker) private var speaker

    init(small: ScriptedLanguageModel, large: ScriptedLanguageModel, notes: Notes) {
      self.small = small
      self.large = large
      self.notes = notes
    }

    var body: some DynamicProfile {
      switch speaker {
      case "supervisor":
        Profile {
          Instructions("You are the supervisor.")
          HandOver(to: "clerk")
        }
        .model(large)
        .temperature(0)
        .onActivate { notes.add("+supervisor") }
        .onDeactivate { notes.add("-supervisor") }
      default:
        Profile {
          Instructions("You are the clerk.")
          HandOver(to: "supervisor")
        }
        .model(small)
        .onActivate { notes.add("+clerk") }
        .onDeactivate { notes.add("-clerk") }
      }
    }
  }

  @Test func `the profile that takes over sees the whole transcript and answers in the same turn`() async throws {
    let small = ScriptedLanguageModel(.calls(.init("hand_over", id: "1")), .text("Back with me."))
    let large = ScriptedLanguageModel(.text("I decide."), .calls(.init("hand_over", id: "2")))
    let notes = Notes()
    let session = LanguageModelSession(profile: Desk(small: small, large: large, notes: notes))

    #expect(try await session.respond(to: "I want a refund.").content == "I decide.")
    #expect(session.properties.speaker == "supervisor")
    #expect(
      large.recorder.requests[0].transcript.outline == [
        "You are the supervisor.\ntool: hand_over", "prompt: I want a refund.", "calls: hand_over{}",
        "output: supervisor has it now.",
      ])
    #expect(large.recorder.requests[0].generationOptions.temperature == 0)
    #expect(small.recorder.requests[0].generationOptions.temperature == nil)
    #expect(notes.all == ["+clerk", "-clerk", "+supervisor"])

    #expect(try await session.respond(to: "Thanks.").content == "Back with me.")
    #expect(
      small.recorder.requests[1].transcript.outline == [
        "You are the clerk.\ntool: hand_over", "prompt: I want a refund.", "calls: hand_over{}",
        "output: supervisor has it now.", "response: I decide.", "prompt: Thanks.", "calls: hand_over{}",
        "output: clerk has it now.",
      ])
    #expect(notes.all == ["+clerk", "-clerk", "+supervisor", "-supervisor", "+clerk"])
  }

  @Test func `two sessions of one profile do not hand over to each other`() async throws {
    let small = ScriptedLanguageModel(.calls(.init("hand_over", id: "1")), .text("Clerk."))
    let large = ScriptedLanguageModel(.text("Supervisor."))
    let profile = Desk(small: small, large: large, notes: Notes())
    let one = LanguageModelSession(profile: profile)
    let other = LanguageModelSession(profile: profile)
    #expect(try await one.respond(to: "a").content == "Supervisor.")
    #expect(try await other.respond(to: "b").content == "Clerk.")
    #expect(other.properties.speaker == "clerk")
  }
}

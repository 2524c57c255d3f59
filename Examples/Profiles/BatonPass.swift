import LanguageModels
import ScriptedModels

// snippet: baton
private struct SpeakerKey: SessionPropertyKey {
  static let defaultValue = "clerk"
}

extension SessionPropertyValues {
  fileprivate var speaker: String {
    get { self[SpeakerKey.self] }
    set { self[SpeakerKey.self] = newValue }
  }
}

private struct Escalate: Tool {
  let name = "escalate"
  let description = "Hands the conversation over to the supervisor."
  @SessionProperty(\.speaker) private var speaker

  struct Arguments: Generable {
    var reason: String
  }

  func call(arguments: Arguments) async throws -> String {
    speaker = "supervisor"
    return "The supervisor has it now."
  }
}

private struct Desk: LanguageModelSession.DynamicProfile {
  let model: any LanguageModel
  @SessionProperty(\.speaker) private var speaker

  init(model: any LanguageModel) { self.model = model }

  var body: some DynamicProfile {
    if speaker == "supervisor" {
      Profile { Instructions("You are the supervisor. You may refund.") }
        .model(model)
        .temperature(0)
    } else {
      Profile {
        Instructions("You are the clerk.")
        Escalate()
      }
      .model(model)
    }
  }
}
// end

enum BatonPass: Example {
  static let summary = "two profiles that share one transcript; a tool hands over"
  static let replies: [ScriptedReply] = [
    .calls(.init("escalate", #"{"reason":"a refund"}"#)),
    .text("I have refunded your order."),
  ]

  static func run(with model: some LanguageModel) async throws {
    let session = LanguageModelSession(profile: Desk(model: model))
    try await session.respond(to: #"I want my money back. (escalate {"reason":"a refund"})"#)
    show(session.transcript)
    print("now speaking: \(session.properties.speaker)")
  }
}

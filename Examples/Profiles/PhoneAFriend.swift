import LanguageModels
import ScriptedModels

enum PhoneAFriend: Example {
  static let summary = "a tool that asks another session and hands one result back"
  static let replies: [ScriptedReply] = [
    .calls(.init("ask_lawyer", #"{"question":"How long may a parcel be returned?"}"#)),
    .text("Fourteen days after delivery."),
    .text("You have until the 14th."),
  ]

  // snippet: friend
  struct AskLawyer: Tool {
    let name = "ask_lawyer"
    let description = "Asks a lawyer one question about consumer law."
    let model: any LanguageModel

    struct Arguments: Generable {
      var question: String
    }

    func call(arguments: Arguments) async throws -> String {
      // A session of its own: the lawyer sees this question and nothing of the conversation around it.
      let lawyer = LanguageModelSession(
        profile: LanguageModelSession.Profile { Instructions("You are a lawyer. Answer in one sentence.") }
          .model(model))
      return try await lawyer.respond(to: arguments.question).content
    }
  }
  // end

  static func run(with model: some LanguageModel) async throws {
    let session = LanguageModelSession(
      model: model, tools: [AskLawyer(model: model)], instructions: "You answer for a shop.")
    try await session.respond(
      to: #"My parcel came today. (ask_lawyer {"question":"How long may a parcel be returned?"})"#)
    show(session.transcript)
  }
}

import HistoryModifiers
import LanguageModels
import ScriptedModels

enum LongConversation: Example {
  static let summary = "a conversation whose older part becomes a summary"
  static let replies: [ScriptedReply] = [
    .text("Noted: order HG-48213, a blue kettle, to Bilbao."),
    .text("Noted: never before ten, since you work nights."),
    .text("- Order HG-48213: a blue kettle to Bilbao\n- Never call before ten"),
    .text("At eleven."),
  ]

  // snippet: summarizing
  static func session(with model: some LanguageModel) -> LanguageModelSession {
    LanguageModelSession(
      profile: LanguageModelSession.Profile { Instructions("You answer for a shop.") }
        .model(model)
        // Apply from the last to the first: tool calls go, and if it is still long, the older part becomes a summary.
        .summarizeHistory(entryThreshold: 6, model: model, maximumSummaryTokens: 60)
        .droppingCompletedToolCalls())
  }
  // end

  static func run(with model: some LanguageModel) async throws {
    let session = session(with: model)
    for prompt in [
      "My order HG-48213, a blue kettle, should go to Bilbao. The house is the yellow one behind the station, second floor, "
        + "and the bell does not work, so that the driver has to knock and to wait for a while.",
      "Never call me before ten in the morning, since I work nights at the hospital and sleep until then, and my "
        + "neighbour does not open the door for anybody.",
      "When do you call?",
    ] {
      print("> \(prompt)")
      print(try await session.respond(to: prompt).content)
    }
    let report = session.historyReport
    print("summary: \(report?.summary ?? "none")")
    print("\(session.wholeTranscript.count) entries kept")
  }
}

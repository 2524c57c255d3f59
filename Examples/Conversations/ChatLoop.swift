import HistoryModifiers
import LanguageModels
import ScriptedModels

enum ChatLoop: Example {
  static let summary = "a conversation, each answer printed while it comes, of which the model sees the last turns"
  static let replies: [ScriptedReply] = [
    ScriptedReply.text("Lisbon is ", "the capital ", "of Portugal.").costing(input: 20, output: 8),
    ScriptedReply.text("About half ", "a million ", "people.").costing(input: 36, cached: 28, output: 7),
    ScriptedReply.text("The Tagus.").costing(input: 40, cached: 10, output: 3),
  ]

  static func run(with model: some LanguageModel) async throws {
    try await chat(
      with: model,
      lines: ["What is the capital of Portugal?", "How many people live there?", "On which river does it lie?"])
  }

  // snippet: chat
  /// Answers line after line. The session keeps the whole conversation; the model is sent its last two turns.
  static func chat(with model: some LanguageModel, lines: some Sequence<String>) async throws {
    let session = LanguageModelSession(
      profile: LanguageModelSession.Profile { Instructions("Answer in one short sentence.") }
        .model(model)
        .rollingWindow(size: .turns(2))
        .droppingCompletedToolCalls())
    for line in lines {
      print("> \(line)")
      var shown = 0
      for try await snapshot in session.streamResponse(to: line) {
        // A snapshot holds the whole answer so far.
        print(snapshot.content.dropFirst(shown), terminator: "")
        shown = snapshot.content.count
      }
      print()
    }
    let usage = session.usage
    print("\(usage.input.totalTokenCount) tokens in, \(usage.output.totalTokenCount) out")
    print("\(session.wholeTranscript.count) entries kept")
  }
  // end
}

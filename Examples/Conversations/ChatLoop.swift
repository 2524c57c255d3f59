import LanguageModels
import ScriptedModels

enum ChatLoop: Example {
  static let summary = "a conversation, each answer printed while it comes"
  static let replies: [ScriptedReply] = [
    ScriptedReply.text("Lisbon is ", "the capital ", "of Portugal.").costing(input: 20, output: 8),
    ScriptedReply.text("About half ", "a million ", "people.").costing(input: 36, cached: 28, output: 7),
  ]

  static func run(with model: some LanguageModel) async throws {
    try await chat(with: model, lines: ["What is the capital of Portugal?", "How many people live there?"])
  }

  // snippet: chat
  /// Answers line after line. The session keeps the conversation, so that each answer builds on what was said.
  static func chat(with model: some LanguageModel, lines: some Sequence<String>) async throws {
    let session = LanguageModelSession(model: model, instructions: "Answer in one short sentence.")
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
  }
  // end
}

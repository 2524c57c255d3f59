import LanguageModels

// snippet: profile
struct Planner: LanguageModelSession.DynamicProfile {
  let model: any LanguageModel
  @SessionProperty(\.topic) private var topic

  init(model: any LanguageModel) { self.model = model }

  var body: some DynamicProfile {
    Profile {
      Instructions("You plan trips. The talk is about \(topic).")
      FindTrains()
    }
    .model(model)
    .temperature(0.2)
    .historyTransform { entries in
      // Gets the instructions entry too, at the head.
      entries.filter { $0.kind != .reasoning }
    }
  }
}
// end

// snippet: errors
/// Words for what keeps a model from answering.
func advice(for error: any Error) -> String {
  switch error {
  case LanguageModelError.contextSizeExceeded(let size):
    "\(size.tokenCount) tokens do not fit into \(size.contextSize): shorten the history"
  case LanguageModelError.rateLimited(let limit): "ask again after \(limit.resetDate.map { "\($0)" } ?? "a while")"
  case LanguageModelError.refusal: "the model declined"
  case LanguageModelSession.Error.concurrentRequests: "wait for the answer before the next prompt"
  case let error as LanguageModelSession.ToolCallError: "the tool \(error.tool.name) failed"
  default: "something else failed"
  }
}
// end

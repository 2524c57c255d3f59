import ChatCompletions
import LanguageModels
import Summarization

/// What holds for one request for a summary: the instructions and the limit are the request's, the model and its
/// temperature the job file's.
struct SummaryProfile: LanguageModelSession.DynamicProfile {
  var model: ChatCompletionsLanguageModel
  var temperature: Double?
  var request: SummaryRequest

  var body: some LanguageModelSession.DynamicProfile {
    LanguageModelSession.Profile { Instructions(request.system) }
      .model(model)
      .temperature(temperature)
      .maximumResponseTokens(request.maxTokens)
  }
}

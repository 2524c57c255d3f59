import ChatCompletions
import FoundationEssentials
import HTTPTransport
import LanguageModels

// The code in the comments of the library, so that it is compiled.

enum ChatCompletionsComment {
  static func session(url: URL, key: String, transport: some Transport & AnyObject) -> LanguageModelSession {
    // snippet: chat-completions-comment
    let model = ChatCompletionsLanguageModel(
      name: "gpt-5-mini", url: url, apiKey: Secret(key), transport: .shared(transport))
    let session = LanguageModelSession(model: model)
    // end
    return session
  }
}

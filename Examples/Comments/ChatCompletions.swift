import ChatCompletions
import CurlChatCompletions
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

  // snippet: counting
  /// Sends the draft, or says how much too long it is.
  static func send(_ draft: String, to url: URL) async throws {
    let model = ChatCompletionsLanguageModel(name: "small", url: url, contextSize: 8_192, transport: .curl)
      .countingTokens()
    let session = LanguageModelSession(model: model, instructions: "Answer briefly.")
    do {
      let usage = try await session.respond(to: draft).usage
      print("\(usage.input.totalTokenCount) tokens in, \(usage.input.cachedTokenCount) of them cached")
    } catch LanguageModelError.contextSizeExceeded(let size) {
      let alone = try await model.tokenCount(for: draft) ?? 0
      print("\(size.tokenCount) tokens of \(size.contextSize), \(alone) of them the draft")
    }
  }
  // end

  static func keyed(url: URL, key: String) -> LanguageModelSession {
    // snippet: curl-key
    let model = ChatCompletionsLanguageModel(
      name: "gpt-5-mini", url: url, apiKey: Secret(key), contextSize: 400_000, transport: .curl)
    // end
    return LanguageModelSession(model: model)
  }
}

import Testing
import Tokenization
import Transcripts

@testable import OfflineModel

private let tokenizer = EstimatingTokenizer()

private func request(_ user: String, system: String = "Summarise.", maxTokens: Int? = nil) throws -> ChatRequest {
  var request = try ChatRequest(Array(#"{"messages": [{"role": "user", "content": "x"}]}"#.utf8))
  request.messages = [
    ChatRequest.Message(role: "system", content: system), ChatRequest.Message(role: "user", content: user),
  ]
  request.maxTokens = maxTokens
  return request
}

private let transcript = (1...40).map { number in
  "User: Please look up order \(4_000 + number), it has not come.\nAssistant: Order \(4_000 + number) was shipped to Leeds."
}.joined(separator: "\n")

@Suite struct AnsweringTests {
  @Test func `a summary ends by itself, within the limit and a fifth of the transcript`() throws {
    let reply = try Answering().completion(for: request(transcript, maxTokens: 100))
    #expect(reply.finishReason == "stop")
    #expect(tokenizer.count(reply.text) <= 100)
    let free = try Answering().completion(for: request(transcript))
    #expect(free.finishReason == "stop")
    #expect(tokenizer.count(free.text) <= tokenizer.count(transcript) / 5)
    #expect(tokenizer.count(free.text) > 100)
  }

  @Test func `what the prompt asks for is kept to`() throws {
    let reply = try Answering().completion(
      for: request(transcript, system: "Write at most 60 tokens.", maxTokens: 1_000))
    #expect(tokenizer.count(reply.text) <= 60)
    #expect(tokenizer.count(reply.text) > 30)
  }

  @Test func `a limit that not even one sentence fits cuts the reply`() throws {
    let reply = try Answering().completion(for: request(transcript, maxTokens: 3))
    #expect(reply.finishReason == "length")
    #expect(tokenizer.count(reply.text) <= 3)
    #expect(!reply.text.isEmpty)
  }

  @Test(arguments: ["Hi.", "I live in Leeds.", "嗨"])
  func `a short transcript is summarised too`(_ text: String) throws {
    let reply = try Answering().completion(for: request("<transcript>\nUser: \(text)\n</transcript>"))
    #expect(reply.text.contains(text))
  }

  @Test func `usage is what the messages cost by the estimate`() throws {
    let reply = try Answering().completion(for: request(transcript, system: "Summarise."))
    #expect(reply.promptTokens == tokenizer.count("Summarise.") + 4 + tokenizer.count(transcript) + 4 + 3)
    #expect(reply.completionTokens == tokenizer.count(reply.text))
  }

  @Test func `a prompt that is longer than the context is refused as llama.cpp refuses it`() throws {
    let request = try request(transcript)
    let tokens = request.promptTokens(tokenizer)
    let error = #expect(throws: APIError.self) { try Answering(contextSize: 512).completion(for: request) }
    #expect(
      error?.body.text == """
        {"error":{"code":400,"message":"request (\(tokens) tokens) exceeds the available context size (512 tokens), try \
        increasing it","type":"exceed_context_size_error","n_prompt_tokens":\(tokens),"n_ctx":512}}
        """)
  }
}

import LanguageModels
import ScriptedModels
import Testing
import Tokenization

@testable import HistoryModifiers
@testable import Summarization

/// How a live session's model is asked for one summary.
struct SummaryAskingTests {
  private struct Facts: Generable {
    var topic: String
    var open: [String]
  }

  private func answer(
    of model: ScriptedLanguageModel, under schema: GenerationSchema? = Facts.generationSchema
  ) async throws -> SummaryReply {
    let writer = SummaryWriter(
      model: model, prompt: .facts, postamble: nil, executors: LanguageModelExecutorCache(),
      tokenizer: EstimatingTokenizer())
    return try await writer.answer(
      to: SummaryRequest(
        system: "Summarize.", user: "Roses.", maxTokens: 90, inputTokens: 0, digest: [], attempt: 1, schema: schema)
    ).reply
  }

  @Test func `a model that follows schemas is given that of the request`() async throws {
    let json = #"{"topic":"roses","open":["prune"]}"#
    let model = ScriptedLanguageModel(.text(json))
    let reply = try await answer(of: model)
    #expect(reply.text == json && reply.toolCalls == 0)
    let sent = try #require(model.recorder.requests.first)
    #expect(sent.schema == Facts.generationSchema && sent.generationOptions.maximumResponseTokens == 90)
    #expect(sent.transcript.entries.texts == ["Summarize.", "Roses."])
  }

  @Test func `a model that does not is asked for text, and the prompt says the same`() async throws {
    let model = ScriptedLanguageModel(.text(goodSummary), capabilities: [])
    #expect(try await answer(of: model).text == goodSummary)
    let sent = try #require(model.recorder.requests.first)
    #expect(sent.schema == nil && sent.transcript.entries.texts == ["Summarize.", "Roses."])
  }

  @Test func `an answer beside the schema is a text for the gates`() async throws {
    let model = ScriptedLanguageModel(.text(goodSummary))
    #expect(try await answer(of: model).text == goodSummary)
    #expect(model.recorder.requests.count == 1)
  }

  @Test func `a call of a tool is no answer, and nothing more is asked`() async throws {
    let model = ScriptedLanguageModel(.calls(.init("look")), .text(goodSummary))
    let reply = try await answer(of: model, under: nil)
    #expect(reply.toolCalls == 1 && reply.text.isEmpty)
    #expect(model.recorder.requests.count == 1)
  }
}

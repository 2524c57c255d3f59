import LanguageModels
import ScriptedModels
import Testing
import Transcripts

/// A session whose model sends every event that there is.
@Suite struct EventTurnTests {
  private static func image(_ id: String) -> Transcript.AttachmentSegment { .init(id: id, type: "image") }

  private static func usage(_ count: Int) -> (LanguageModelUsage.Input, LanguageModelUsage.Output) {
    (
      .init(totalTokenCount: count, cachedTokenCount: count / 2),
      .init(totalTokenCount: count, reasoningTokenCount: 0)
    )
  }

  /// A reply that reasons, speaks and calls in turn, and takes some of it back.
  private static let first: ScriptedReply = {
    let (input, output) = usage(10)
    return .events(
      .reasoning(action: .appendText("dra", segmentID: "s")),
      .response(entryID: "said", action: .appendText("Let ")),
      .toolCalls(entryID: "asked", action: .toolCall(id: "1", name: "look", action: .appendArguments(#"{"at":"#))),
      .reasoning(entryID: "more", action: .appendText("and more")),
      .toolCalls(entryID: "asked", action: .toolCall(id: "2", name: "look", action: .appendArguments("{}"))),
      .toolCalls(entryID: "asked", action: .toolCall(id: "3", name: "gone", action: .appendArguments("{}"))),
      .response(entryID: "said", action: .appendText("me see.")),
      .response(entryID: "said", action: .addAttachmentSegment(image("kept"))),
      .response(entryID: "said", action: .addAttachmentSegment(image("dropped"))),
      .response(entryID: "said", action: .removeAttachmentSegment(id: "dropped")),
      .response(entryID: "said", action: .updateMetadata(["k": "response"])),
      .reasoning(entryID: "more", action: .updateSignature("sealed")),
      .reasoning(entryID: "more", action: .updateMetadata(["k": "reasoning"])),
      .reasoning(entryID: "more", action: .updateUsage(input: input, output: output)),
      .toolCalls(entryID: "asked", action: .toolCall(id: "1", name: "look", action: .appendArguments("1}"))),
      .toolCalls(entryID: "asked", action: .toolCall(id: "1", name: "look", action: .updateMetadata(["k": "call"]))),
      .toolCalls(entryID: "asked", action: .removeToolCall(id: "3")),
      .toolCalls(entryID: "asked", action: .updateMetadata(["k": "calls"])),
      .toolCalls(entryID: "asked", action: .updateUsage(input: input, output: output)),
      .reasoning(entryID: "more", action: .replaceTextSegment("and much more")))
  }()

  private static let second: ScriptedReply = {
    let (input, output) = usage(100)
    return .events(
      .response(action: .appendText("draft")), .response(action: .replaceTextSegment("Found.")),
      .response(action: .updateUsage(input: input, output: output)))
  }()

  @Test func `every event of the channel comes into the transcript, the calls are run, and the costs are summed`()
    async throws
  {
    let model = ScriptedLanguageModel(Self.first, Self.second)
    let session = LanguageModelSession(
      model: model, tools: [StubTool("look") { "at \($0.json["at"]?.int ?? 0)" }])
    let stream = session.streamResponse(to: "go")
    for try await snapshot in stream {
      #expect(snapshot.transcriptEntries.first?.kind == .prompt)
    }
    let response = try await stream.collect()
    #expect(response.content == "Found.")
    #expect(
      session.transcript.dropFirst().lines == [
        "prompt go", "reasoning dra", "response Let me see.|<image>", #"toolCalls look{"at":1} look{}"#,
        "reasoning and much more", "toolOutput at 1", "toolOutput at 0", "response Found.",
      ])
    let entries = session.transcript.entries
    #expect(
      entries.map { $0.json["metadata"]?["k"] } == [nil, nil, nil, "response", "calls", "reasoning", nil, nil, nil])
    guard case .toolCalls(let calls) = entries[4], case .reasoning(let reasoning) = entries[5] else {
      Issue.record("found \(entries.lines), expected calls and reasoning")
      return
    }
    #expect(calls.map { $0.json["metadata"]?["k"] } == ["call", nil])
    #expect(reasoning.signature == "sealed")
    #expect(entries[3].segments.map(\.id).last == "kept")
    #expect(response.usage.input == .init(totalTokenCount: 120, cachedTokenCount: 60))
    #expect(session.usage == response.usage)
  }
}

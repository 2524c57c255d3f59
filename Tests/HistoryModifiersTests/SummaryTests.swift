import Compaction
import HistoryModifiers
import LanguageModels
import ScriptedModels
import Summarization
import Testing
import Transcripts

struct SummaryTests {
  @Test func `once there are so many entries, a summary stands at the head of the prompt behind it`() async throws {
    let (model, writer) = (ScriptedLanguageModel.answering(), ScriptedLanguageModel.summarizing())
    let session = LanguageModelSession.with(model, history: Make.turns(4)) {
      $0.summarizeHistory(entryThreshold: 10, model: writer)
    }
    try await session.respond(to: "And now?", options: GenerationOptions(temperature: 0.5))
    #expect(model.lastShown.outline == "S Σentry-1")
    #expect(writer.recorder.requests.count == 1)
    guard case .prompt(let prompt) = model.lastShown[1] else { throw Missing() }
    #expect(model.lastShown.texts.dropFirst() == [SummaryFrame.text("\(goodSummary) Part 1."), "And now?"])
    // The prompt that survives keeps its options.
    #expect(prompt.optionsJSON?["temperature"] != nil)
    #expect(prompt.options == model.recorder.requests.last?.generationOptions)
    // Nothing is lost.
    #expect(session.transcript.count == 11)
    #expect(session.historyReport?.summary == "\(goodSummary) Part 1.")
    #expect(session.historyReport?.shown.entries == 3)
  }

  @Test func `below the threshold nothing is asked for and nothing changes`() async throws {
    let (model, writer) = (ScriptedLanguageModel.answering(), ScriptedLanguageModel.summarizing())
    let session = LanguageModelSession.with(model, history: Make.turns(4)) {
      $0.summarizeHistory(entryThreshold: 11, model: writer)
    }
    try await session.respond(to: "And now?")
    #expect(model.lastShown == session.transcript.entries.dropLast())
    #expect(writer.recorder.requests.isEmpty)
  }

  @Test func `defect - the threshold counts entries where tokens are meant - each has its own`() async throws {
    let (model, writer) = (ScriptedLanguageModel.answering(), ScriptedLanguageModel.summarizing())
    let session = LanguageModelSession.with(model, history: Make.turns(2)) {
      $0.summarizeHistory(tokenThreshold: 120, model: writer)
    }
    try await session.respond(to: "And now?")
    #expect(model.lastShown.outline == "S Σentry-1")
  }

  @Test func `defect - the summariser sees neither instructions nor structure nor attachments - it sees all of it`()
    async throws
  {
    let history =
      Make.turns(2) + [
        .prompt(
          Transcript.Prompt(
            id: "U3",
            segments: [
              .structure(.init(id: "s", source: "Plan", content: ["bed": "north-7", "plants": ["fern"]])),
              .attachment(
                .init(id: "i", type: "image", content: ["data": .string(String(repeating: "Ab3x", count: 2_000))])),
            ])), Make.calls("C3", "look-3"), Make.output("look-3", "soil is dry in lot 4711"), Make.response("A3"),
      ]
    let writer = ScriptedLanguageModel.summarizing()
    let session = LanguageModelSession.with(history: history) {
      $0.summarizeHistory(entryThreshold: 6, model: writer)
    }
    try await session.respond(to: "And now?")
    let request = try #require(writer.recorder.requests.first).transcript.entries
    let text = try #require(request.last).segments.compactMap {
      if case .text(let text) = $0 { text.text } else { nil }
    }
    .joined()
    for expected in ["You help with gardens.", "north-7", "fern", "image", "4711", "calls look", "asked in U1"] {
      #expect(text.contains(expected), "\(expected)")
    }
    #expect(!text.contains("Ab3xAb3x"))
    // Plain text without tools, which any server takes.
    #expect(request.map(\.kind) == [.instructions, .prompt])
    #expect(writer.recorder.requests.allSatisfy { $0.enabledToolDefinitions.isEmpty })
  }

  @Test func `defect - skipped when the last entry is not a prompt - a loop of tools is summarised before it too`()
    async throws
  {
    let model = ScriptedLanguageModel(.calls(.init("look", id: "x")), .text("Fine."))
    let writer = ScriptedLanguageModel.summarizing()
    let session = LanguageModelSession.with(model, tools: [LookTool()], history: Make.turns(3)) {
      $0.summarizeHistory(entryThreshold: 10, model: writer)
    }
    try await session.respond(to: "Look.")
    // 8 entries with the first request, 10 with the second, which ends with a tool's output.
    #expect(model.recorder.requests[0].transcript.entries.outline == "S U1 A1 U2 A2 U3 A3 entry-1")
    #expect(model.lastShown.outline == "S Σentry-1 entry-2 x")
  }

  @Test func `defect - an empty, a cut-off, a refused or a larger summary is accepted - the history stays`()
    async throws
  {
    let replies: [ScriptedReply] = [
      .text(), .text("  "), .text("I'm sorry, I can't help with that."), .text("Summary"),
      .text(goodSummary).costing(input: 500, output: 5_000),
      .events(
        .response(action: .appendText("The user keeps a garden with roses and then")),
        .response(action: .updateMetadata(["finish_reason": "length"]))),
      .calls(.init("look")), .text(String(repeating: "The garden has roses, walls and a heap. ", count: 80)),
      .failure(LanguageModelError.refusal(.init(explanation: "no"))),
      .failure(LanguageModelError.guardrailViolation(.init())),
    ]
    for (index, reply) in replies.enumerated() {
      let model = ScriptedLanguageModel.answering()
      let writer = ScriptedLanguageModel { _, _ in reply }
      let session = LanguageModelSession.with(model, history: Make.turns(4)) {
        $0.summarizeHistory(entryThreshold: 10, model: writer)
      }
      try await session.respond(to: "And now?")
      #expect(model.lastShown.outline == "S U1 A1 U2 A2 U3 A3 U4 A4 entry-1", "reply \(index)")
      #expect(session.historyReport?.failure is SummaryRefused, "reply \(index)")
      #expect(session.historyReport?.summary == nil)
    }
  }

  @Test func `defect - the postamble is summarised again - it is shown and never part of a source`() async throws {
    let (model, writer) = (ScriptedLanguageModel.answering(), ScriptedLanguageModel.summarizing())
    let modify: (LanguageModelSession.Profile) -> any LanguageModelSession.DynamicProfile = {
      $0.summarizeHistory(entryThreshold: 8, model: writer, summaryPostamble: "Go on from here, says the postamble.")
    }
    let session = LanguageModelSession.with(model, history: Make.turns(3), modify)
    for round in 1...12 { try await session.respond(to: "\(Make.words), for the \(round). time?") }
    #expect(model.lastShown.texts.filter { $0.contains("postamble") }.count == 1)
    #expect(writer.recorder.requests.count > 1)
    #expect(writer.recorder.requests.allSatisfy { !$0.transcript.entries.texts.joined().contains("postamble") })

    // Nor in a session that goes on from what a model was shown.
    let next = LanguageModelSession.with(history: model.lastShown + [Make.response("A")] + Make.turns(3), modify)
    try await next.respond(to: "And now?")
    let request = try #require(writer.recorder.requests.last).transcript.entries.texts.joined()
    #expect(request.contains("keeps a garden"))
    #expect(!request.contains("postamble"))
  }

  @Test func `a later summary is made of the originals and takes the place of the earlier`() async throws {
    let (model, writer) = (ScriptedLanguageModel.answering(), ScriptedLanguageModel.summarizing())
    let session = LanguageModelSession.with(model, history: Make.turns(3)) {
      $0.summarizeHistory(entryThreshold: 8, model: writer)
    }
    for round in 1...5 { try await session.respond(to: "\(Make.words), for the \(round). time?") }
    #expect(writer.recorder.requests.count == 2)
    let second = writer.recorder.requests[1].transcript.entries.texts.joined()
    #expect(second.contains("asked in U1") && second.contains("for the 2. time"))
    #expect(!second.contains(goodSummary))
    #expect(model.lastShown.texts.filter { $0.contains(goodSummary) } == [SummaryFrame.text("\(goodSummary) Part 2.")])
  }

  @Test func `instructions of one's own take the place of the built-in prompt`() async throws {
    let writer = ScriptedLanguageModel.summarizing()
    let session = LanguageModelSession.with(history: Make.turns(4)) {
      $0.summarizeHistory(entryThreshold: 4, model: writer, instructions: "Write what a gardener must remember.")
    }
    try await session.respond(to: "And now?")
    let system = try #require(writer.recorder.requests.first?.transcript.first).segments
    #expect(
      [Transcript.Entry.prompt(.init(id: "", segments: system))].texts.joined().hasPrefix("Write what a gardener"))
  }

  @Test func `a history too long for one request is cut, and every covered entry is in some request`() async throws {
    let writer = ScriptedLanguageModel(contextSize: 2_000) { _, index in .text("\(goodSummary) Part \(index + 1).") }
    let session = LanguageModelSession.with(history: Make.turns(60)) {
      $0.summarizeHistory(entryThreshold: 50, model: writer, maximumSummaryTokens: 200)
    }
    try await session.respond(to: "And now?")
    #expect(writer.recorder.requests.count > 3)
    let sent = writer.recorder.requests.flatMap(\.transcript.entries.texts).joined()
    for turn in 1...60 { #expect(sent.contains("asked in U\(turn)\n") && sent.contains("answered in A\(turn)")) }
    #expect(session.historyReport?.summary != nil)
  }

  @Test func `a request that the model finds too big is cut anew`() async throws {
    let writer = ScriptedLanguageModel { request, index in
      let size = request.transcript.entries.texts.joined().utf8.count
      guard size < 6_000 else {
        return .failure(
          LanguageModelError.contextSizeExceeded(.init(contextSize: 1_200, tokenCount: size / 4)))
      }
      return .text("\(goodSummary) Part \(index + 1).")
    }
    let session = LanguageModelSession.with(history: Make.turns(60)) {
      $0.summarizeHistory(entryThreshold: 50, model: writer, maximumSummaryTokens: 150)
    }
    try await session.respond(to: "And now?")
    #expect(session.historyReport?.summary != nil)
    #expect(session.historyReport?.failure == nil)
  }

  @Test func `a summary that no prompt follows is a prompt of its own`() async throws {
    let (model, writer) = (ScriptedLanguageModel.answering(), ScriptedLanguageModel.summarizing())
    let history =
      [Make.response("A0", "Welcome to the garden desk.")] + Make.turns(3) + [
        Make.calls("C", "pending")
      ]
    let session = LanguageModelSession.with(model, history: history) {
      $0.summarizeHistory(entryThreshold: 4, model: writer, keeping: .entries(1))
    }
    try await session.respond(to: "And now?")
    let marked = try #require(model.lastShown.first { $0.segments.contains { $0.json["provenance"] != nil } })
    #expect(marked.kind == .prompt)
    #expect(model.lastShown.filter { $0.kind == .instructions }.texts == ["You help with gardens."])
  }
}

struct Missing: Error {}

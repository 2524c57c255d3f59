import LanguageModels
import ScriptedModels
import Testing
import Transcripts

/// What a model is given to count for a prompt, for instructions, for tools and for a schema.
@Suite struct TokenCountTests {
  private struct City: Generable {
    var name: String
  }

  /// A model that counts the bytes of what it is given, and notes it.
  private static func counting(_ notes: Notes) -> ScriptedLanguageModel {
    ScriptedLanguageModel(
      tokenCount: { entries in
        for entry in entries { notes.add(entry.json.text) }
        return entries.reduce(0) { $0 + $1.json.text.utf8.count }
      }, reply: { _, _ in .text(#"{"name":"Rome"}"#) })
  }

  @Test func `prompts, instructions, tools and schemas are counted as the entries that would be sent`() async throws {
    let notes = Notes()
    let model = Self.counting(notes)
    let session = LanguageModelSession(
      model: model, tools: [StubTool("look")], instructions: "Be brief.")
    try await session.respond(to: "Where is it?", generating: City.self)
    let sent = model.recorder.requests[0].transcript
    guard case .instructions(let instructions) = sent[0], case .prompt(let prompt) = sent[1] else {
      Issue.record("found \(sent.lines), expected instructions and a prompt")
      return
    }

    let count = try await model.tokenCount(for: "Where is it?")
    #expect(notes.all.last.map { $0.contains("Where is it?") && $0.contains(#""role":"user""#) } == true)
    #expect(count == notes.all.last?.utf8.count)

    let whole = Instructions {
      "Be brief."
      Instructions(tools: [StubTool("look")])
    }
    #expect(try await model.tokenCount(for: whole) == sent[0].json.text.utf8.count)
    #expect(notes.all.last == sent[0].json.text)

    _ = try await model.tokenCount(for: [StubTool("look")])
    let tools = try Transcript.Entry(json: JSON(parsing: notes.all.last ?? ""))
    guard case .instructions(let told)? = tools else {
      Issue.record("found \(notes.all.last ?? "nothing"), expected instructions")
      return
    }
    #expect(told.toolDefinitions == instructions.toolDefinitions && told.segments.isEmpty)

    _ = try await model.tokenCount(for: City.generationSchema)
    let schema = try Transcript.Entry(json: JSON(parsing: notes.all.last ?? ""))
    guard case .prompt(let asked)? = schema else {
      Issue.record("found \(notes.all.last ?? "nothing"), expected a prompt")
      return
    }
    #expect(asked.responseFormat == prompt.responseFormat && asked.responseFormat != nil)
  }

  @Test func `instructions that say nothing are no entry`() async throws {
    let notes = Notes()
    #expect(try await Self.counting(notes).tokenCount(for: Instructions()) == 0)
    #expect(notes.all.isEmpty)
  }

  @Test func `a model that cannot count says so`() async throws {
    let model = ScriptedLanguageModel(.text("x"))
    #expect(try await model.tokenCount(for: "Where is it?") == nil)
    #expect(try await model.tokenCount(for: Instructions("Be brief.")) == nil)
    #expect(try await model.tokenCount(for: [StubTool("look")]) == nil)
    #expect(try await model.tokenCount(for: City.generationSchema) == nil)
    #expect(try await model.tokenCount(for: Transcript()) == nil)
  }
}

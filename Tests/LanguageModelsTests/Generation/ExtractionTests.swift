import LanguageModels
import Testing
import Transcripts

/// Answers of models whose server has no structured output.
struct ExtractionTests {
  static let step = #"{"text":"Cut {it}","minutes":5}"#

  @Test(arguments: [
    step, "```json\n\(step)\n```", "Here you are:\n\n\(step)\n\nEnjoy {this}!", "<think>{\"text\":1}</think>\(step)",
    "An object such as {} or [1] is wanted: \(step)", "```\n\(step)", #"{"error":1} \#(step)"#, "[see] { \(step)",
    #"{"text":"Cut {it}","minutes":5,}"#,
  ])
  func `the value is found in the answer`(answer: String) throws {
    let content = try Recipe.Step.generationSchema.extract(from: answer)
    #expect(try Recipe.Step(content) == Recipe.Step(text: "Cut {it}", minutes: 5))
  }

  @Test(arguments: [
    (#"{"text":"secret"#, "JSON that stops in the middle"), ("secret", "an answer of 6 characters without it"),
    ("<think>secret", "an answer of 0 characters without it"), ("", "an answer of 0 characters without it"),
  ])
  func `an answer without the value is told without its text`(answer: String, found: String) {
    let error = #expect(throws: GeneratedContentError.self) { try Recipe.Step.generationSchema.extract(from: answer) }
    #expect(error?.found == found)
    #expect(error?.expected == "an object as JSON")
  }

  @Test func `violations of the nearest value are told`() {
    let error = #expect(throws: GuideViolations.self) {
      try Recipe.Step.generationSchema.extract(from: #"[1] then {"text":1}"#)
    }
    #expect(error?.description == "$.text: found 1, expected a string")
  }

  @Test func `scalars are found alone and in fences, and a string needs no quotes`() throws {
    #expect(try Int(Int.generationSchema.extract(from: " 42 \n")) == 42)
    #expect(try Int(Int.generationSchema.extract(from: "The answer:\n```json\n42\n```")) == 42)
    #expect(try String(String.generationSchema.extract(from: " plain words ")) == "plain words")
    #expect(try String(String.generationSchema.extract(from: #""quoted""#)) == "quoted")
  }

  @Test func `what had to be wrapped for the server is unwrapped`() throws {
    let schema = [Recipe.Step].generationSchema
    let expected = [Recipe.Step(text: "Cut {it}", minutes: 5)]
    #expect(try [Recipe.Step](schema.extract(from: #"{"value":[\#(Self.step)]}"#)) == expected)
    #expect(try [Recipe.Step](schema.extract(from: "[\(Self.step)]")) == expected)
  }

  @Test func `brackets without end cost little`() {
    let text = String(repeating: "[1,", count: 100_000)
    #expect(throws: (any Error).self) { try Recipe.Step.generationSchema.extract(from: text + "x") }
  }

  @Test func `the prompt holds the schema`() {
    #expect(Recipe.generationSchema.promptText.contains(Recipe.generationSchema.json(.plain).text))
  }
}

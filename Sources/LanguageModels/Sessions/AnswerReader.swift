import Transcripts

/// How an answer's text becomes content.
enum AnswerReader {
  /// Content of the type, and what it was read from.
  typealias Reading<Content> = @Sendable (String) throws -> (content: Content, raw: GeneratedContent)

  static let text: Reading<String> = { ($0, GeneratedContent(.string($0))) }

  /// Content that follows the schema.
  static func content(under schema: GenerationSchema) -> Reading<GeneratedContent> {
    { text in
      let content = try schema.extract(from: text)
      return (content, content)
    }
  }

  /// A value of the type. A string is the text as it is.
  static func value<Content: Generable & Sendable>(of type: Content.Type) -> Reading<Content> {
    guard let schema = schema(of: type) else {
      return { text in (try Content(GeneratedContent(.string(text))), GeneratedContent(.string(text))) }
    }
    return { text in
      let raw = try schema.extract(from: text)
      return (try Content(raw), raw)
    }
  }

  /// A value of the type as far as it has come. Fails while there is nothing to read.
  static func partialValue<Content: Generable>(
    of type: Content.Type
  ) -> @Sendable (String) throws -> (content: Content.PartiallyGenerated, raw: GeneratedContent) {
    let output = schema(of: type)?.structuredOutput
    return { text in
      let raw = try output.map { $0.unwrap(try GeneratedContent(json: text)) } ?? GeneratedContent(.string(text))
      return (try Content.PartiallyGenerated(raw), raw)
    }
  }

  /// The schema that a type asks for; text asks for none.
  static func schema<Content: Generable>(of type: Content.Type) -> GenerationSchema? {
    type == String.self ? nil : type.generationSchema
  }
}

/// An answer that should follow a schema and stops in the middle.
struct IncompleteAnswer: Error, CustomStringConvertible {
  var description: String { "the answer stops in the middle of its JSON" }
}

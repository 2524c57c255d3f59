internal import Synchronization
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
    guard let output = schema(of: type)?.structuredOutput else {
      return { text in
        let raw = GeneratedContent(.string(text))
        return (try Content.PartiallyGenerated(raw), raw)
      }
    }
    let answer = Mutex(PartialAnswer())
    return { text in
      let raw = output.unwrap(try answer.withLock { try $0.content(of: text) })
      return (try Content.PartiallyGenerated(raw), raw)
    }
  }

  /// The schema that a type asks for; text asks for none.
  static func schema<Content: Generable>(of type: Content.Type) -> GenerationSchema? {
    type == String.self ? nil : type.generationSchema
  }
}

/// Reads a JSON answer that grows, each byte once.
private struct PartialAnswer {
  private var reader = PartialJSONReader()
  private var read = ""

  /// The value in the text so far. A text that does not go on from the one before is read anew.
  ///
  /// - Throws: Where the text begins no JSON, or no value yet.
  mutating func content(of text: String) throws -> GeneratedContent {
    if !text.utf8.starts(with: read.utf8) { self = PartialAnswer() }
    do {
      try reader.append(contentsOf: text.utf8.dropFirst(read.utf8.count))
      read = text
    } catch {
      // A reader that met an error is of no more use.
      self = PartialAnswer()
      throw error
    }
    guard let content = reader.content else { throw IncompleteAnswer() }
    return content
  }
}

/// JSON that should be a whole value and stops before its end.
struct IncompleteAnswer: Error, CustomStringConvertible {
  var description: String { "the JSON stops in the middle" }
}

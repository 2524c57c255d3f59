public import LanguageModels
import Transcripts

extension SummaryRecord {
  /// For servers that let a model write nothing else.
  public static let schema = GenerationSchema(
    json: [
      "type": "object",
      "properties": .object(Field.allCases.map { JSON.Member($0.rawValue, property($0)) }),
      "required": .array(Field.allCases.map { .string($0.rawValue) }),
      "additionalProperties": false,
    ], name: "summary")

  private static func property(_ field: Field) -> JSON {
    let text: JSON = ["type": "string"]
    if field.isText { return ["type": "string", "description": .string(field.meaning)] }
    return ["type": "array", "items": text, "description": .string(field.meaning)]
  }

  /// The form in the words of a prompt.
  static var instructions: String {
    let fields = Field.allCases.map { field in
      "- \"\(field.rawValue)\" (\(field.isText ? "text" : "list of texts")): \(field.meaning)"
    }
    return """
      Answer with one JSON object and nothing else. It has these fields, each of them short; an empty list or text where \
      there is nothing to say:
      \(fields.joined(separator: "\n"))
      """
  }
}

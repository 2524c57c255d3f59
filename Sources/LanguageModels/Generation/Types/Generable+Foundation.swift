public import FoundationEssentials
import Transcripts

extension Date: Generable {
  public typealias PartiallyGenerated = Date
  /// A string in the format `date-time` of RFC 3339.
  public static var generationSchema: GenerationSchema { .string(format: "date-time") }
  /// Fractions of a second may be there; without a time zone it is UTC, and a date alone is its midnight.
  public init(_ content: GeneratedContent) throws {
    guard content.isComplete, let text = content.json.string, let value = Date(rfc3339: text) else {
      throw content.isNot("a date and time as in 2026-03-01T12:00:00Z")
    }
    self = value
  }
  public var generatedContent: GeneratedContent {
    let isWhole = timeIntervalSince1970.rounded() == timeIntervalSince1970
    return GeneratedContent(.string(formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))))
  }

  private init?(rfc3339 text: String) {
    let style = Date.ISO8601FormatStyle()
    let styles = [
      style, Date.ISO8601FormatStyle(includingFractionalSeconds: true),
      style.year().month().day().time(includingFractionalSeconds: false),
      style.year().month().day(),
    ]
    guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else { return nil }
    self = date
  }
}

extension URL: Generable {
  public typealias PartiallyGenerated = URL
  /// A string in the format `uri`.
  public static var generationSchema: GenerationSchema { .string(format: "uri") }
  public init(_ content: GeneratedContent) throws {
    guard content.isComplete, let text = content.json.string, let value = URL(string: text) else {
      throw content.isNot("a URL")
    }
    self = value
  }
  public var generatedContent: GeneratedContent { GeneratedContent(.string(absoluteString)) }
}

extension UUID: Generable {
  public typealias PartiallyGenerated = UUID
  /// A string in the format `uuid`.
  public static var generationSchema: GenerationSchema { .string(format: "uuid") }
  public init(_ content: GeneratedContent) throws {
    guard content.isComplete, let text = content.json.string, let value = UUID(uuidString: text) else {
      throw content.isNot("a UUID")
    }
    self = value
  }
  public var generatedContent: GeneratedContent { GeneratedContent(.string(uuidString)) }
}

extension GenerationSchema {
  fileprivate static func string(format: String) -> GenerationSchema {
    GenerationSchema(name: nil, root: SchemaNode(.string(StringRules(format: format))))
  }
}

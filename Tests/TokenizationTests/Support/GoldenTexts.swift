import Foundation
import TestSupport
import Testing

/// Real texts with their exact token counts, from the data beside the checkout.
struct GoldenText {
  var set: String
  var text: String
  var o200k: [UInt32]
  var cl100k: [UInt32]

  var exact: Int { o200k.count }

  static let file: URL? = TestData.file("tokens/golden_tokens.jsonl")

  static func all() throws -> [GoldenText] {
    let lines = try Data(contentsOf: try #require(file)).split(separator: UInt8(ascii: "\n"))
    return try lines.map { line in
      let object = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
      return GoldenText(
        set: try #require(object["set"] as? String), text: try #require(object["text"] as? String),
        o200k: try #require(object["o200k"] as? [Int]).map(UInt32.init),
        cl100k: try #require(object["cl100k"] as? [Int]).map(UInt32.init))
    }
  }
}

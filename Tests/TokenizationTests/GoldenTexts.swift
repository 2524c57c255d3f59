import Foundation
import Testing

/// Real texts with their exact token counts, from the data beside the checkout.
struct GoldenText {
  var set: String
  var text: String
  var exact: Int

  static let file: URL? = testData("tokens/golden_tokens.jsonl")

  static func all() throws -> [GoldenText] {
    let lines = try Data(contentsOf: try #require(file)).split(separator: UInt8(ascii: "\n"))
    return try lines.map { line in
      let object = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
      return GoldenText(
        set: try #require(object["set"] as? String), text: try #require(object["text"] as? String),
        exact: try #require(object["o200k"] as? [Int]).count)
    }
  }
}

/// A file of the test data: in `COMPACTOR_TEST_DATA`, or in `shared/data` beside a directory above this file.
func testData(_ path: String) -> URL? {
  if let root = ProcessInfo.processInfo.environment["COMPACTOR_TEST_DATA"] {
    let file = URL(fileURLWithPath: root).appendingPathComponent(path)
    return FileManager.default.fileExists(atPath: file.path) ? file : nil
  }
  var directory = URL(fileURLWithPath: #filePath)
  while directory.path != "/" {
    directory.deleteLastPathComponent()
    let file = directory.appendingPathComponent("shared/data").appendingPathComponent(path)
    if FileManager.default.fileExists(atPath: file.path) { return file }
  }
  return nil
}

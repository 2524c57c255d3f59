import Foundation
import Testing
import Transcripts

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

func lines(of file: URL) throws -> [JSON] {
  try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: $0) }
}

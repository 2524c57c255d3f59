import TestSupport
import Testing

/// Bodies that a real server sent.
enum RecordedBody {
  static let isAvailable = TestData.file("wire") != nil

  static func bytes(_ name: String) throws -> [UInt8] { try #require(try TestData.bytes("wire/\(name).body")) }
}

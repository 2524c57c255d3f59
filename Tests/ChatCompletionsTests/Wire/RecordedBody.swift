// Foundation for files.
import Foundation

/// Bodies that a real server sent. They lie beside the checkout, not in it.
enum RecordedBody {
  static let folder: URL? = {
    let start = URL(filePath: #filePath).deletingLastPathComponent()
    let root = start.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var candidates: [URL] = []
    if let named = ProcessInfo.processInfo.environment["COMPACTOR_TEST_DATA"] {
      candidates.append(URL(filePath: named))
    }
    candidates.append(root.appending(path: "../shared/data"))
    candidates.append(root.appending(path: "../../shared/data"))
    return candidates.map { $0.appending(path: "wire").standardizedFileURL }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()

  static var isAvailable: Bool { folder != nil }

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder!.appending(path: name + ".body")))
  }
}

public import Foundation

/// Real transcripts and exports that are not part of the repository, where they are at hand.
public enum TestData {
  /// The folder named by `COMPACTOR_TEST_DATA`, or the nearest `shared/data` beside a folder above this file.
  public static let folder: URL? = {
    if let path = ProcessInfo.processInfo.environment["COMPACTOR_TEST_DATA"] { return URL(filePath: path) }
    var folder = URL(filePath: #filePath)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let data = folder.appending(path: "shared/data")
      if FileManager.default.fileExists(atPath: data.path) { return data }
    }
    return nil
  }()

  /// Said where a test is skipped.
  public static let isMissing: String = "needs shared/data beside the checkout, or COMPACTOR_TEST_DATA"

  /// A file or folder in the folder, `nil` where it is not there.
  public static func file(_ path: String) -> URL? {
    guard let file = folder?.appending(path: path), FileManager.default.fileExists(atPath: file.path) else {
      return nil
    }
    return file
  }

  /// The bytes of a file of the folder, `nil` where there is no folder.
  ///
  /// - Throws: where there is a folder, and not the file.
  public static func bytes(_ path: String) throws -> [UInt8]? {
    try folder.map { Array(try Data(contentsOf: $0.appending(path: path))) }
  }
}

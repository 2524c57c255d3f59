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

  /// A file of the folder, `nil` where there is none.
  public static func bytes(_ path: String) throws -> [UInt8]? {
    try folder.map { Array(try Data(contentsOf: $0.appending(path: path))) }
  }
}

import Foundation
import Testing
import Tokenization

/// The vocabularies that the tests count with.
enum Vocabularies {
  /// Trained for the tests: `Tests/Fixtures/tokens/make_small.py`.
  static let small: Vocabulary = {
    let tests = URL(fileURLWithPath: #filePath).pathComponents.dropLast(3).joined(separator: "/")
    return try! read(URL(fileURLWithPath: tests + "/Fixtures/tokens/small.tiktoken"))
  }()

  /// Whether both published vocabularies were fetched; `scripts/fetch-vocabularies` does.
  static let areThere = BytePairEncoding.allCases.allSatisfy { file(of: $0) != nil }

  /// The tokenizers of the published ones, read once.
  static let published: [BytePairEncoding: BytePairTokenizer] = {
    var tokenizers: [BytePairEncoding: BytePairTokenizer] = [:]
    for encoding in BytePairEncoding.allCases {
      tokenizers[encoding] = file(of: encoding).map { BytePairTokenizer(encoding, try! read($0)) }
    }
    return tokenizers
  }()

  private static func read(_ file: URL) throws -> Vocabulary {
    try Vocabulary(parsing: [UInt8](Data(contentsOf: file)).span)
  }

  private static func file(of encoding: BytePairEncoding) -> URL? {
    let environment = ProcessInfo.processInfo.environment
    let cache = environment["XDG_CACHE_HOME"] ?? NSHomeDirectory() + "/.cache"
    let folder = environment["COMPACTOR_VOCABULARIES"] ?? cache + "/transcript-compactor/vocabularies"
    let file = URL(fileURLWithPath: folder).appendingPathComponent(encoding.fileName)
    return FileManager.default.fileExists(atPath: file.path) ? file : nil
  }
}

import Foundation
import TranscriptFormats

/// The bytes of a file or of standard input, in pieces. `Foundation` for `FileHandle`.
struct FileSource: ByteSource {
  private let handle: FileHandle
  private let pieceBytes = 1 << 20
  /// The file's size, where it has one.
  let size: Int?

  /// - Parameter path: `-` for standard input.
  init(_ path: String) throws(UsageError) {
    if path == "-" {
      handle = .standardInput
      size = nil
      return
    }
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard exists, !isFolder.boolValue, let handle = FileHandle(forReadingAtPath: path) else {
      throw UsageError(
        "\(path): found \(isFolder.boolValue ? "a folder" : "no file that can be read"), expected a file")
    }
    self.handle = handle
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    size = (attributes?[.size] as? NSNumber)?.intValue
  }

  mutating func next() throws -> [UInt8]? {
    guard let data = try handle.read(upToCount: pieceBytes), !data.isEmpty else { return nil }
    return [UInt8](data)
  }
}

/// A file that takes pieces, or standard output.
struct FileSink {
  private let handle: FileHandle

  /// - Parameter path: `-` for standard output. A file that is there is replaced.
  init(_ path: String) throws(UsageError) {
    if path == "-" {
      handle = .standardOutput
      return
    }
    guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path)
    else {
      throw UsageError("\(path): the file cannot be written")
    }
    self.handle = handle
  }

  func write(_ bytes: [UInt8]) throws {
    if !bytes.isEmpty { try handle.write(contentsOf: Data(bytes)) }
  }
}

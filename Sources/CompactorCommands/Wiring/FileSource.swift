import Foundation
import Glibc
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
  private let descriptor: Int32
  private let name: String

  /// - Parameter path: `-` for standard output. What is there is written into: a device or a pipe stays one, and a file keeps
  ///   its owner and mode. A new file is its owner's alone, since it may hold conversations.
  init(_ path: String) throws(UsageError) {
    if path == "-" {
      (descriptor, name) = (STDOUT_FILENO, "standard output")
      return
    }
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    name = path
    guard descriptor >= 0 else {
      throw UsageError("\(path): the file cannot be written: \(String(cString: strerror(errno)))")
    }
  }

  func write(_ bytes: [UInt8]) throws(OutputFailure) {
    guard let number = writeAll(bytes, to: descriptor) else { return }
    throw OutputFailure(file: name, reason: String(cString: strerror(number)))
  }

  /// Some file systems tell only now that there was no room.
  func close() throws(OutputFailure) {
    guard descriptor != STDOUT_FILENO, Glibc.close(descriptor) != 0 else { return }
    throw OutputFailure(file: name, reason: String(cString: strerror(errno)))
  }
}

import Foundation
import Glibc
import Testing

@testable import CompactorCommands

/// `Foundation` for files and their attributes.
struct FileSinkTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sink-\(UUID())")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func mode(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber).intValue
  }

  @Test func `a file that is there keeps its mode and its links, and loses its content`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("old").path
    let link = folder.appendingPathComponent("link").path
    try Data("what was there before".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try FileSink(link).write(Array("new".utf8))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("new".utf8))
    #expect(try mode(path) == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
  }

  @Test func `a new file can be read by its owner alone`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("new").path
    try FileSink(path).write(Array("text".utf8))
    #expect(try mode(path) == 0o600)
  }

  @Test func `a device stays a device, and says when it is full`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var before = stat()
    try #require(stat("/dev/full", &before) == 0)
    let sink = try FileSink("/dev/full")
    #expect(throws: (any Error).self) { try sink.write([1]) }
    var after = stat()
    #expect(stat("/dev/full", &after) == 0)
    #expect(after.st_mode & S_IFMT == S_IFCHR && after.st_ino == before.st_ino)
  }

  @Test func `a folder is no file to write, and the message says why`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let error = #expect(throws: UsageError.self) { try FileSink(folder.path) }
    #expect(error?.description.hasSuffix("cannot be written: Is a directory") == true)
  }
}

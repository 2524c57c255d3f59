// `Foundation` for `temporaryDirectory`.
public import Foundation

/// Runs a body with a directory that is gone afterwards.
public func withTemporaryDirectory<Value>(_ body: (URL) throws -> Value) throws -> Value {
  let directory = FileManager.default.temporaryDirectory.appending(path: "test-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  return try body(directory)
}

/// The root of the package, from a file in it.
public func packageRoot(from file: StaticString = #filePath) -> URL {
  var directory = URL(filePath: "\(file)").deletingLastPathComponent()
  while directory.path() != "/",
    !FileManager.default.fileExists(atPath: directory.appending(path: "Package.swift").path())
  {
    directory.deleteLastPathComponent()
  }
  return directory
}

// Foundation for `Process` and temporary folders.
import Foundation

/// A certificate of its own authority for `localhost` and `model.example`, made by the openssl command.
struct Certificate: Sendable {
  static let isAvailable = FileManager.default.isExecutableFile(atPath: openssl)
  private static let openssl = "/usr/bin/openssl"

  let file: String
  let key: String

  /// Nil when the command fails.
  static let shared: Certificate? = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "curl-transport-tests-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let certificate = Certificate(
      file: folder.appending(path: "cert.pem").path, key: folder.appending(path: "key.pem").path)
    let process = Process()
    process.executableURL = URL(filePath: openssl)
    process.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
      "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,DNS:model.example,IP:127.0.0.1",
      "-keyout", certificate.key, "-out", certificate.file,
    ]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    return process.terminationStatus == 0 ? certificate : nil
  }()
}

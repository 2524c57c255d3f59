import Dispatch
import Glibc

/// Runs a shell command on a thread that may block; returns what it prints. Throws that if the command fails.
public func runCommand(_ command: String) async throws -> String {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "command").async { continuation.resume(with: Result { try run(command) }) }
  }
}

private func run(_ command: String) throws -> String {
  guard let pipe = popen("{ \(command)\n} 2>&1", "r") else { throw ScratchPostgresError(output: "no process left") }
  var output: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = fread(&buffer, 1, buffer.count, pipe)
    guard count > 0 else { break }
    output += buffer[..<count]
  }
  let text = String(decoding: output, as: UTF8.self).split(separator: "\n").joined(separator: "\n")
  guard pclose(pipe) == 0 else { throw ScratchPostgresError(output: text) }
  return text
}

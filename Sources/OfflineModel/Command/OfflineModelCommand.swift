import Glibc

/// The command `offline-model`.
public enum OfflineModelCommand {
  /// Runs until a signal asks to stop.
  ///
  /// - Parameter arguments: Without the program's name.
  /// - Returns: The exit status.
  public static func run(_ arguments: [String]) async -> Int32 {
    let options: OfflineModelOptions
    do throws(UsageError) {
      switch try OfflineModelArguments(arguments) {
      case .help:
        write(OfflineModelHelp.text, to: STDOUT_FILENO)
        return 0
      case .serve(let read): options = read
      }
    } catch {
      write("offline-model: \(error)\n", to: STDERR_FILENO)
      return 2
    }
    // Before the URL is printed: whoever reads it may send the signal at once.
    let signals = StopSignals()
    do {
      let server = try OfflineModelServer(options)
      write("offline-model is ready at \(server.url)\n", to: STDOUT_FILENO)
      await signals.wait()
      await server.stop()
      return 0
    } catch {
      write("offline-model: \(error)\n", to: STDERR_FILENO)
      return 1
    }
  }

  /// Past stdio, whose buffer a program that waits for the URL would wait for.
  private static func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }
}

import Glibc
public import Telemetry

/// Leaves metrics where node_exporter's textfile collector finds them: for runs that end before anybody could scrape them.
public enum MetricsFile {
  public struct Failure: Error, CustomStringConvertible {
    public var path: String
    public var reason: String

    public var description: String { "cannot write metrics to \(path): \(reason)" }
  }

  /// Writes beside the file and renames, so that a reader sees the old content or the new and nothing in between.
  ///
  /// - Parameter path: ends in `.prom`, as the collector wants it; its folder exists.
  public static func write(_ families: [MetricFamily], to path: String) throws(Failure) {
    let beside = "\(path).\(getpid()).part"
    let bytes = Array(Exposition.prometheusText.render(families).utf8)
    let file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Failure(path: beside, reason: String(cString: strerror(errno))) }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress! + written, bytes.count - written) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      written += count
    }
    // The order matters: an error of `close` is one of writing.
    let isWhole = close(file) == 0 && written == bytes.count
    guard isWhole, rename(beside, path) == 0 else {
      let failure = Failure(path: path, reason: String(cString: strerror(errno)))
      unlink(beside)
      throw failure
    }
  }
}

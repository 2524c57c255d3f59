import Synchronization
import Transcripts

/// What was asked and answered, for tests and operators.
final class CallStatistics: Sendable {
  struct Counts: Sendable {
    var requests = 0
    var inFlight = 0
    var mostInFlight = 0
    var promptTokens = 0
    var completionTokens = 0
    var statuses: [Int: Int] = [:]
    var faults: [String: Int] = [:]
  }

  private let counts = Mutex(Counts())

  var current: Counts { counts.withLock { $0 } }

  /// Counts a request that came, and returns its number from 1.
  func begin() -> Int {
    counts.withLock { counts in
      counts.requests += 1
      counts.inFlight += 1
      counts.mostInFlight = max(counts.mostInFlight, counts.inFlight)
      return counts.requests
    }
  }

  /// Counts a request whose answer is decided; a stream may still be written.
  func end(status: Int, fault: Fault?, completion: Completion?) {
    counts.withLock { counts in
      counts.inFlight -= 1
      counts.statuses[status, default: 0] += 1
      if let fault { counts.faults[fault.name, default: 0] += 1 }
      counts.promptTokens += completion?.promptTokens ?? 0
      counts.completionTokens += completion?.completionTokens ?? 0
    }
  }
}

extension CallStatistics.Counts {
  var json: JSON {
    func sorted(_ counts: [String: Int]) -> JSON {
      .object(counts.sorted { $0.key < $1.key }.map { JSON.Member($0.key, JSON($0.value)) })
    }
    return [
      "requests": JSON(requests), "in_flight": JSON(inFlight), "most_in_flight": JSON(mostInFlight),
      "prompt_tokens": JSON(promptTokens), "completion_tokens": JSON(completionTokens),
      "statuses": sorted(Dictionary(uniqueKeysWithValues: statuses.map { (String($0.key), $0.value) })),
      "faults": sorted(faults),
    ]
  }

  /// Prometheus' text format.
  var metrics: String {
    var lines: [String] = []
    func metric(_ name: String, _ type: String, _ help: String, _ samples: [(String, Int)]) {
      lines += ["# HELP offline_model_\(name) \(help)", "# TYPE offline_model_\(name) \(type)"]
      lines += samples.map { "offline_model_\(name)\($0.0) \($0.1)" }
    }
    metric(
      "requests_total", "counter", "Answered requests by status; 0 is none.",
      statuses.sorted { $0.key < $1.key }.map { ("{status=\"\($0.key)\"}", $0.value) })
    metric(
      "faults_total", "counter", "Faults that struck, by name.",
      faults.sorted { $0.key < $1.key }.map { ("{fault=\"\($0.key)\"}", $0.value) })
    metric("in_flight", "gauge", "Requests without an answer yet.", [("", inFlight)])
    metric("most_in_flight", "gauge", "The most that there were at a time.", [("", mostInFlight)])
    metric("prompt_tokens_total", "counter", "Tokens read, as estimated.", [("", promptTokens)])
    metric("completion_tokens_total", "counter", "Tokens written, as estimated.", [("", completionTokens)])
    return lines.joined(separator: "\n") + "\n"
  }
}

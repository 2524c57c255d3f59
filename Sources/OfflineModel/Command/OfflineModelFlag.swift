/// A flag of the command. Each takes a value.
enum OfflineModelFlag: String, CaseIterable {
  case host = "--host"
  case port = "--port"
  case contextSize = "--context-size"
  case ratio = "--ratio"
  case delay = "--delay-ms"
  case tokenDelay = "--token-delay-ms"
  case fault = "--fault"
  case seed = "--seed"
  case retryAfter = "--retry-after"
  case heartbeat = "--heartbeat-ms"
  case record = "--record"

  func set(_ value: String, in options: inout OfflineModelOptions) throws(UsageError) {
    switch self {
    case .host: options.host = value
    case .port: options.port = UInt16(try number(value, 0...65_535))
    case .contextSize: options.contextSize = try number(value, 256...100_000_000)
    case .ratio: options.ratio = try number(value, 2...1_000)
    case .delay: options.delay = .milliseconds(try number(value, 0...3_600_000))
    case .tokenDelay: options.tokenDelay = .milliseconds(try number(value, 0...3_600_000))
    case .heartbeat: options.heartbeat = .milliseconds(try number(value, 1...3_600_000))
    case .retryAfter: options.retryAfter = try number(value, 0...86_400)
    case .seed: options.seed = UInt64(try number(value, 0...Int.max))
    case .record: options.recordFile = value
    case .fault:
      do throws(UnknownFault) {
        options.faults.append(try FaultRule(value))
      } catch {
        throw .badValue(self, found: value, expected: "a fault; `--help` lists them")
      }
    }
  }

  private func number(_ text: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw .badValue(self, found: text, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  var placeholder: String {
    switch self {
    case .host: "ADDRESS"
    case .port, .ratio, .seed: "N"
    case .contextSize: "TOKENS"
    case .delay, .tokenDelay, .heartbeat: "MS"
    case .fault: "FAULT[,first=N|,share=X]"
    case .retryAfter: "SECONDS"
    case .record: "FILE"
    }
  }

  var explanation: String {
    switch self {
    case .host: "listen here; 127.0.0.1 unless told otherwise"
    case .port: "listen on this port; 0, the default, takes a free one"
    case .contextSize: "refuse prompts that are longer; 32768"
    case .ratio: "make summaries at least this many times smaller than what they summarise; 5"
    case .delay: "answer so long after a request came, however many there are at a time; 0"
    case .tokenDelay: "wait so long after each word of a stream; 0"
    case .fault: "let replies go wrong, see below; may be given more than once, the first that strikes holds"
    case .seed: "choose other requests for `share`; 1"
    case .retryAfter: "`Retry-After` of status 429 and 503; 1"
    case .heartbeat: "time between two heartbeats; 500"
    case .record: "append each request to this file as a line of JSON, conversation and all"
    }
  }
}

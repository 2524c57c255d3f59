import HTTPServing
import Transcripts

/// A reply as server-sent events, with what goes wrong on the way.
struct EventStream: Sendable {
  var events: [JSON]
  var fault: TransportFault?
  var tokenDelay: Duration
  var heartbeat: Duration

  /// Events that are written at once where nothing slows them down.
  private static let batch = 8

  func write(to body: StreamingBody) async throws {
    if fault == .heartbeats { try await beat(body) }
    let events = fault == .noFinish ? withoutFinish : self.events
    let end = fault == nil || fault == .noFinish ? events.count : (events.count + 1) / 2
    try await write(events[..<end], to: body)
    switch fault {
    case .cut: throw ConnectionCut()
    case .stallMidway: while true { try await Task.sleep(for: .seconds(3_600)) }
    case .badJSON: try await body.write("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\n\n")
    case .streamError:
      let error = APIError.fault(status: 500, retryAfter: 0).body
      try await body.write("data: \(error.text)\n\ndata: [DONE]\n\n")
    case .noFinish: break
    default: try await body.write("data: [DONE]\n\n")
    }
  }

  private func write(_ events: ArraySlice<JSON>, to body: StreamingBody) async throws {
    var batch: [UInt8] = []
    for (index, event) in events.enumerated() {
      batch += "data: ".utf8
      event.write(to: &batch)
      batch += "\n\n".utf8
      let isDue = tokenDelay > .zero || (index + 1).isMultiple(of: Self.batch) || index + 1 == events.count
      guard isDue else { continue }
      try await body.write(batch)
      batch = []
      if tokenDelay > .zero { try await Task.sleep(for: tokenDelay) }
    }
  }

  /// The events without any that has a finish reason or the usage that follows it.
  private var withoutFinish: [JSON] {
    events.filter { event in
      guard let choice = event["choices"]?[0] else { return false }
      return choice["finish_reason"]?.isNull ?? true
    }
  }

  private func beat(_ body: StreamingBody) async throws {
    while true {
      try await body.write(": keep-alive\n\n")
      try await Task.sleep(for: heartbeat)
    }
  }
}

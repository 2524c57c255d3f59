import HTTPServing
import Transcripts

/// A reply as server-sent events, with what goes wrong on the way.
struct EventStream: Sendable {
  /// Each is sent at once: an event where something slows them down, else several.
  private let pieces: [[UInt8]]
  private let fault: TransportFault?
  private let tokenDelay: Duration
  private let heartbeat: Duration

  private static let eventsInPiece = 8

  init(events: [JSON], fault: TransportFault?, tokenDelay: Duration, heartbeat: Duration) {
    self.fault = fault
    self.tokenDelay = tokenDelay
    self.heartbeat = heartbeat
    let events = fault == .noFinish ? Self.withoutFinish(events) : events
    let end = fault == nil || fault == .noFinish ? events.count : (events.count + 1) / 2
    pieces = Self.pieces(of: events[..<end], events: tokenDelay > .zero ? 1 : Self.eventsInPiece)
  }

  func write(to body: StreamingBody) async throws {
    if fault == .heartbeats { try await beat(body) }
    for piece in pieces {
      try await body.write(piece)
      if tokenDelay > .zero { try await Task.sleep(for: tokenDelay) }
    }
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

  private static func pieces(of events: ArraySlice<JSON>, events size: Int) -> [[UInt8]] {
    stride(from: 0, to: events.count, by: size).map { first in
      var piece: [UInt8] = []
      for event in events[first..<min(first + size, events.count)] {
        piece += "data: ".utf8
        event.write(to: &piece)
        piece += "\n\n".utf8
      }
      return piece
    }
  }

  /// The events without any that has a finish reason or the usage that follows it.
  private static func withoutFinish(_ events: [JSON]) -> [JSON] {
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

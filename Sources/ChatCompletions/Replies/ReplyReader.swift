public import HTTPTransport
import Transcripts

/// Reads the body of a successful response: a stream of chunks or one JSON reply, whatever was asked for and whatever
/// its content type says.
///
/// A value: feed it events, and do what it says. An answer counts only after a clean end: a finish reason, or the end
/// marker after some content.
public struct ReplyReader: Sendable {
  /// What happens to a body.
  public enum Event: Sendable {
    /// The next bytes came.
    case bytes([UInt8])
    /// The body ended. That alone does not make the answer whole: a connection that is cut may look the same.
    case ended
    /// The connection broke.
    case broken(TransportError)
  }

  /// What is to be done after an event.
  public enum Action: Sendable, Hashable {
    /// Read on. `isToken` when the model has written something since the last event; heartbeats are not that.
    case read(isToken: Bool)
    /// The answer is whole. What else may come is of no interest.
    case finished(ReplyContent)
    /// There will be no answer.
    case failed(ReplyFailure)
  }

  private enum Framing {
    case undecided([UInt8])
    case events(ServerSentEventParser)
    case json([UInt8])
    case over
  }

  private var framing = Framing.undecided([])
  private var accumulator: ReplyAccumulator

  /// A reader of one reply.
  ///
  /// - Parameters:
  ///   - callIDPrefix: begins the ids of calls that the server left without one.
  ///   - isFollowed: whether the reply can be followed with ``takeDeltas()``; otherwise it is taken when it is whole.
  public init(callIDPrefix: String = "call_", isFollowed: Bool = false) {
    accumulator = ReplyAccumulator(callIDPrefix: callIDPrefix, isFollowed: isFollowed)
  }

  /// What the model has said since the last time, for readers made to be followed. To be asked after each event, the
  /// last one too.
  public mutating func takeDeltas() -> [ReplyDelta] { accumulator.takeDeltas() }

  /// Takes the next event.
  public mutating func event(_ event: Event) -> Action {
    switch event {
    case .bytes(let bytes): take(bytes)
    case .ended: end(nil)
    case .broken(let error): end(error)
    }
  }

  // Bytes

  private mutating func take(_ bytes: [UInt8]) -> Action {
    // Taken out of the enum so that the buffers are not copied.
    let framing = self.framing
    self.framing = .over
    switch framing {
    case .undecided(let before): return decide(before + bytes)
    case .events(let parser): return feed(bytes, to: parser)
    case .json(var body):
      body += bytes
      self.framing = .json(body)
      return .read(isToken: false)
    case .over: return .read(isToken: false)
    }
  }

  private mutating func decide(_ body: [UInt8]) -> Action {
    switch BodyFraming.sniff(body) {
    case nil:
      framing = .undecided(body)
      return .read(isToken: false)
    case .json:
      framing = .json(body)
      return .read(isToken: false)
    case .events:
      return feed(body, to: ServerSentEventParser())
    case .markup:
      return fail(.malformed("found a page in HTML, expected JSON or events"))
    }
  }

  private mutating func feed(_ bytes: [UInt8], to parser: ServerSentEventParser) -> Action {
    var parser = parser
    let events: [ServerSentEvent]
    do {
      events = try parser.feed(bytes)
    } catch {
      return fail(.malformed("found an event of more than \(error.limit) bytes"))
    }
    framing = .events(parser)
    var isToken = false
    for event in events {
      switch take(event) {
      case .read(let wasToken): isToken = isToken || wasToken
      case let final: return final
      }
    }
    return .read(isToken: isToken)
  }

  private mutating func take(_ event: ServerSentEvent) -> Action {
    let data = Self.trim(event.data)
    if data == "[DONE]" { return conclude(after: .doneMarker) }
    // Some proxies turn comments into data.
    if data.isEmpty || data.hasPrefix(":") { return .read(isToken: false) }
    let json: JSON
    do {
      json = try JSON(parsing: String(data))
    } catch {
      if event.type == "error" { return fail(.server(ErrorBody(text: String(data)))) }
      return fail(.malformed("an event is not JSON: \(error)"))
    }
    if event.type == "error" { return fail(.server(ErrorBody(json))) }
    switch accumulator.take(json) {
    case .taken(let isToken): return .read(isToken: isToken)
    case .failed(let error): return fail(.server(error))
    // Providers add events of their own; but one that has a place for choices and none in it is an empty answer.
    case .unknown:
      return json["choices"] == nil ? .read(isToken: false) : fail(.malformed("an event has no choices"))
    }
  }

  private static func trim(_ data: String) -> Substring {
    let isBlank = { (character: Character) in character == " " || character == "\r" || character == "\t" }
    var data = data.drop(while: isBlank)
    while let last = data.last, isBlank(last) { data.removeLast() }
    return data
  }

  // The end

  private mutating func end(_ error: TransportError?) -> Action {
    let framing = self.framing
    self.framing = .over
    switch framing {
    case .undecided, .over: break
    case .json(let body):
      if let final = takeWhole(body, isBroken: error != nil) { return final }
    case .events(var parser):
      // An event that lacks only its last line end is taken, if it is one.
      if let last = parser.finish(), (try? JSON(parsing: last.data)) != nil || Self.trim(last.data) == "[DONE]" {
        switch take(last) {
        case .read: break
        case let final: return final
        }
      }
    }
    if accumulator.signal != nil { return conclude(after: .finishReason) }
    return fail(error.map { .transport($0) } ?? .truncated)
  }

  /// The action that ends it all, or nil when the body turned out to be cut.
  private mutating func takeWhole(_ body: [UInt8], isBroken: Bool) -> Action? {
    let json: JSON
    do {
      json = try JSON(parsing: BodyFraming.withoutDoneMarker(body))
    } catch {
      return isBroken || error.offset >= body.count ? nil : fail(.malformed("the reply is not JSON: \(error)"))
    }
    switch accumulator.take(json) {
    case .taken: return conclude(after: .wholeReply)
    case .failed(let error): return fail(.server(error))
    case .unknown: return fail(.malformed("the reply has no choices"))
    }
  }

  private mutating func conclude(after evidence: ReplyContent.Evidence) -> Action {
    framing = .over
    switch accumulator.signal {
    case .finish: return .finished(accumulator.conclude(evidence: .finishReason))
    case nil where evidence != .finishReason && accumulator.hasAnything:
      return .finished(accumulator.conclude(evidence: evidence))
    default: return fail(.truncated)
    }
  }

  private mutating func fail(_ kind: ReplyFailure.Kind) -> Action {
    framing = .over
    return .failed(ReplyFailure(kind: kind, partialTextBytes: accumulator.textBytes, usage: accumulator.usage))
  }
}

import Glibc
import HTTPServing
import Tokenization
import Transcripts

/// Serves chat completions: reads the request, decides what goes wrong with it, and answers.
final class ChatEndpoint: Sendable {
  let options: OfflineModelOptions
  let statistics = CallStatistics()
  private let log: RequestLog?
  private let answering: Answering

  init(options: OfflineModelOptions, log: RequestLog?) {
    self.options = options
    self.log = log
    answering = Answering(contextSize: options.contextSize, ratio: options.ratio)
  }

  func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
    let start = ContinuousClock.now
    let number = statistics.begin()
    do throws(APIError) {
      let fault = try fault(of: request, number: number)
      log?.append(
        number: number, fault: fault, hasAuthorization: request.headers["Authorization"] != nil, body: request.body)
      return try await answer(request, number: number, fault: fault, start: start)
    } catch {
      statistics.end(status: error.status, fault: nil, completion: nil)
      return error.response
    }
  }

  private func fault(of request: HTTPServerRequest, number: Int) throws(APIError) -> Fault? {
    if let header = request.headers["X-Offline-Fault"] {
      guard let fault = Fault(header) else { throw .invalid(UnknownFault(text: header).description) }
      return fault
    }
    return options.faults.first { $0.strikes(number, seed: options.seed) }?.fault
  }

  private func answer(
    _ request: HTTPServerRequest, number: Int, fault: Fault?, start: ContinuousClock.Instant
  ) async throws(APIError) -> HTTPServerResponse {
    if case .status(let status)? = fault {
      await pause(until: start + options.delay)
      statistics.end(status: status, fault: fault, completion: nil)
      return APIError.fault(status: status, retryAfter: options.retryAfter).response
    }
    var chat = try ChatRequest(request.body)
    if case .schema(let fault)? = fault, chat.schema != nil {
      if fault == .refused { throw .unsupportedFormat("json_schema") }
      chat.schema = nil
    }
    var completion = try answering.completion(for: chat, number: number)
    if case .lie(let lie)? = fault {
      completion = lie.completion(for: chat, honest: completion)
      completion.completionTokens = answering.tokenizer.count(completion.text + (completion.reasoning ?? ""))
    }
    let identity = CompletionIdentity(number: number, created: time(nil))
    var transport: TransportFault?
    if case .transport(let fault)? = fault { transport = fault }
    // Written before the pause: answers that are due at one moment do not wait for each other's writing.
    let response =
      chat.isStreamed
      ? streamed(completion, identity, includesUsage: chat.includesUsage, fault: transport)
      : whole(completion, identity, fault: transport)
    await pause(until: start + options.delay)
    if transport == .drop {
      statistics.end(status: 0, fault: fault, completion: nil)
      return .cut
    }
    if transport == .stall { await stall() }
    statistics.end(status: 200, fault: fault, completion: completion)
    return response
  }

  private func streamed(
    _ completion: Completion, _ identity: CompletionIdentity, includesUsage: Bool, fault: TransportFault?
  ) -> HTTPServerResponse {
    let isSlow = options.tokenDelay > .zero
    let events = completion.events(identity, pieceBytes: isSlow ? 1 : 48, includesUsage: includesUsage)
    let stream = EventStream(
      events: events, fault: fault, tokenDelay: options.tokenDelay, heartbeat: options.heartbeat)
    return .streaming(type: "text/event-stream", headers: ["Cache-Control": "no-cache"]) { body in
      try await stream.write(to: body)
    }
  }

  private func whole(
    _ completion: Completion, _ identity: CompletionIdentity, fault: TransportFault?
  ) -> HTTPServerResponse {
    var json = completion.body(identity)
    if fault == .noFinish, let choice = json["choices"]?[0], case .object(let members) = choice {
      json.set("choices", to: [.object(members.filter { $0.key != "finish_reason" })])
    }
    if fault == .streamError { json = APIError.fault(status: 500, retryAfter: 0).body }
    let bytes = json.utf8
    let half = Array(bytes.prefix(bytes.count / 2))
    switch fault {
    case .badJSON: return .text(String(decoding: half, as: UTF8.self), type: "application/json; charset=utf-8")
    case .cut, .stallMidway, .heartbeats:
      let heartbeat = options.heartbeat
      let producer: HTTPServerResponse.Producer = { body in
        if fault != .heartbeats { try await body.write(half) }
        if fault == .cut { throw ConnectionCut() }
        // Blank lines before the JSON are what some servers keep a connection alive with.
        while true {
          try await Task.sleep(for: heartbeat)
          if fault == .heartbeats { try await body.write("\n") }
        }
      }
      return HTTPServerResponse(
        status: 200, headers: ["Content-Type": "application/json; charset=utf-8"],
        body: .stream(length: fault == .cut ? bytes.count : nil, producer))
    default: return .json(json)
    }
  }

  /// Waits until the client goes away.
  private func stall() async {
    while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
  }

  private func pause(until instant: ContinuousClock.Instant) async {
    if options.delay > .zero { try? await Task.sleep(until: instant, clock: .continuous) }
  }
}

import HTTPTransport
import Synchronization

/// Answers requests from a list, the last answer again and again.
final class ScriptedTransport: Transport {
  enum Answer: Sendable {
    case body(String, status: Int = 200, headers: [(String, String)] = [])
    case failure(TransportError.Kind)
    /// Some bytes, and then nothing until the reader gives up.
    case hang(after: String)

    static let hello = Answer.body(stream(#"{"content":"hello"}"#))
  }

  private struct State {
    var answers: [Answer]
    var requests: [HTTPRequest] = []
    var underWay = 0
    var mostUnderWay = 0
  }

  private let state: Mutex<State>

  convenience init(_ answers: Answer...) {
    self.init(answers)
  }

  init(_ answers: [Answer]) {
    state = Mutex(State(answers: answers))
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var bodies: [String] { requests.map { String(decoding: $0.body, as: UTF8.self) } }
  var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }

  func send(_ request: HTTPRequest, deadlines: HTTPDeadlines) async throws(TransportError) -> HTTPResponse {
    let answer = state.withLock { state in
      state.requests.append(request)
      state.underWay += 1
      state.mostUnderWay = max(state.mostUnderWay, state.underWay)
      return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
    }
    for _ in 0..<10 { await Task.yield() }
    state.withLock { $0.underWay -= 1 }
    if Task.isCancelled { throw TransportError(.cancelled, host: "scripted") }
    switch answer {
    case .body(let text, let status, let headers):
      return HTTPResponse(status: status, headers: HTTPHeaders(headers), body: HTTPBody(chunks: [Array(text.utf8)]))
    case .failure(let kind): throw TransportError(kind, host: "scripted")
    case .hang(let text):
      return HTTPResponse(status: 200, body: HTTPBody(HangingBody(Array(text.utf8))))
    }
  }
}

/// A body that stalls after its first chunk, until its reader is cancelled.
private final class HangingBody: HTTPBodySource {
  private let first: Mutex<[UInt8]?>
  private let stalled = AsyncStream<Never>.makeStream()

  init(_ first: [UInt8]) {
    self.first = Mutex(first.isEmpty ? nil : first)
  }

  func nextChunk() async throws(TransportError) -> [UInt8]? {
    if let chunk = first.withLock({ $0.take() }) { return chunk }
    // Ends by cancellation alone.
    for await _ in stalled.stream {}
    throw TransportError(.cancelled, host: "scripted")
  }

  func discard() {}
}

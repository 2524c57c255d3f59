import CCurl
import HTTPTransport

/// The thread's half of an exchange: an easy handle with all that libcurl points into, and the deadlines.
final class Transfer {
  let exchange: Exchange
  let easy: UnsafeMutableRawPointer
  let request: HTTPRequest
  let configuration: CurlConfiguration
  let deadlines: HTTPDeadlines
  var headerList: UnsafeMutablePointer<curl_slist>?
  /// libcurl reads the request's body and writes its error text in place.
  let requestBody: UnsafeMutableBufferPointer<UInt8>
  let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  var head = ResponseHead()
  private(set) var bodyBytes = 0
  private var failure: TransportError?
  private var isPaused = false
  private var isRepeated = false
  private let start: ContinuousClock.Instant
  private var lastByte: ContinuousClock.Instant?
  private var drainStart: ContinuousClock.Instant?
  private var drained = 0

  init(
    _ exchange: Exchange, _ request: HTTPRequest, _ deadlines: HTTPDeadlines, _ configuration: CurlConfiguration,
    start: ContinuousClock.Instant
  ) {
    self.exchange = exchange
    self.request = request
    self.deadlines = deadlines
    self.configuration = configuration
    self.start = start
    easy = curl_easy_init()!
    requestBody = .allocate(capacity: request.body.count)
    _ = requestBody.initialize(from: request.body)
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(headerList)
    requestBody.deallocate()
    errorText.deallocate()
  }

  func error(_ kind: TransportError.Kind, _ detail: String = "") -> TransportError {
    exchange.error(kind, detail)
  }

  // What libcurl calls back.

  func receiveHeader(_ line: UnsafeBufferPointer<UInt8>) {
    guard let finished = head.receive(line) else { return }
    exchange.receive(Exchange.Head(status: finished.status, headers: finished.headers))
  }

  func receiveBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if let limit = request.maximumResponseBytes, bodyBytes + bytes.count > limit {
      failure = error(.tooLarge(limit: limit))
      return 0
    }
    switch exchange.receive(bytes) {
    case .full:
      isPaused = true
      return Int(CURL_WRITEFUNC_PAUSE)
    case .unwanted: drained += bytes.count
    case .taken: break
    }
    bodyBytes += bytes.count
    lastByte = ContinuousClock.now
    return bytes.count
  }

  // What tasks ask for.

  func resume(at now: ContinuousClock.Instant) {
    guard isPaused else { return }
    isPaused = false
    lastByte = now
    curl_easy_pause(easy, CURLPAUSE_CONT)
  }

  func drain(from now: ContinuousClock.Instant) {
    drainStart = now
    resume(at: now)
  }

  // Deadlines.

  enum Verdict {
    case goOn, late(TransportError.Phase), drained
  }

  var nextDeadline: ContinuousClock.Instant? {
    var due = [deadlines.total.map { start + $0 }]
    if let lastByte {
      if !isPaused { due.append(deadlines.idle.map { lastByte + $0 }) }
    } else {
      due.append(deadlines.firstByte.map { start + $0 })
    }
    if let drainStart { due.append(drainStart + configuration.drainTime) }
    return due.compactMap(\.self).min()
  }

  func verdict(at now: ContinuousClock.Instant) -> Verdict {
    if let drainStart, drained > configuration.drainBytes || now - drainStart >= configuration.drainTime {
      return .drained
    }
    if let total = deadlines.total, now - start >= total { return .late(.total) }
    if let lastByte {
      if !isPaused, let idle = deadlines.idle, now - lastByte >= idle { return .late(.idle) }
    } else if let firstByte = deadlines.firstByte, now - start >= firstByte {
      return .late(.firstByte)
    }
    return .goOn
  }

  // The end.

  /// A server that closes an idle connection at the moment of reuse has not seen the request.
  func shouldRepeat(after code: CURLcode) -> Bool {
    var connections = 0
    ccurl_get_long(easy, CURLINFO_NUM_CONNECTS, &connections)
    return !isRepeated && connections == 0 && !head.hasBegun && CurlFailure.isClosedConnection(code)
  }

  func prepareToRepeat() {
    isRepeated = true
    ccurl_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
  }

  func result(of code: CURLcode) -> Result<Void, TransportError> {
    if let failure { return .failure(failure) }
    if code == CURLE_OK { return .success(()) }
    var connectStatus = 0
    ccurl_get_long(easy, CURLINFO_HTTP_CONNECTCODE, &connectStatus)
    let kind = CurlFailure.kind(
      of: code, proxyRefused: connectStatus >= 300, bodyBytes: bodyBytes, headReceived: head.isFinished)
    let text = String(cString: errorText)
    return .failure(error(kind, text.isEmpty ? String(cString: curl_easy_strerror(code)) : text))
  }
}

import FoundationEssentials
import HTTPTransport

extension ChatError {
  /// For a request that got no response.
  init(_ error: TransportError) {
    let `class`: Class =
      switch error.kind {
      case .cancelled, .shutDown: .cancelled
      case .untrusted: .endpoint
      case .invalidRequest, .tooLarge: .permanent
      case .timedOut(.connect): .timedOut(.connect)
      case .timedOut(.firstByte): .timedOut(.firstToken)
      case .timedOut(.idle): .timedOut(.betweenTokens)
      case .timedOut(.total): .timedOut(.total)
      case .couldNotResolve, .couldNotConnect, .tls, .proxy, .closed, .protocolViolation, .other: .unreachable
      }
    self.init(`class`, message: `class` == .cancelled ? "" : error.description)
    transport = error
  }

  /// For a response of success that held no answer.
  init(_ failure: ReplyFailure, headers: HTTPHeaders, now: Date) {
    switch failure.kind {
    case .truncated: self.init(.truncated)
    case .malformed(let what): self.init(.malformed, message: what)
    case .transport(let error): self.init(error)
    case .server(let body): self = ErrorClassification.error(status: nil, headers: headers, body: body, now: now)
    }
    usage = failure.usage
  }
}

extension TransportError.Kind {
  /// Whether the server may have begun to work on the request.
  var mayHaveReachedTheModel: Bool {
    switch self {
    case .invalidRequest, .couldNotResolve, .couldNotConnect, .tls, .untrusted, .proxy, .timedOut(.connect): false
    case .timedOut, .closed, .tooLarge, .protocolViolation, .cancelled, .shutDown, .other: true
    }
  }
}

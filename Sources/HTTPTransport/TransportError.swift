/// Why a request got no response, or its body no end.
public struct TransportError: Error, Sendable, Hashable {
  /// What went wrong.
  public enum Kind: Sendable, Hashable {
    /// The request cannot be sent as it is: a URL that does not parse, a line break in a header field.
    case invalidRequest
    /// There is no such host, or nobody knew.
    case couldNotResolve
    /// Nobody listens there, or the way is barred.
    case couldNotConnect
    /// The handshake failed.
    case tls
    /// The certificate is not trusted, or the certificates to check it with cannot be read.
    case untrusted
    /// The proxy could not be reached or refused.
    case proxy
    /// A deadline passed.
    case timedOut(Phase)
    /// The peer closed or reset the connection after so many bytes of the body.
    /// `headReceived` tells whether there was a response at all.
    case closed(bodyBytes: Int, headReceived: Bool)
    /// The body is larger than the request's limit.
    case tooLarge(limit: Int)
    /// What came is not HTTP.
    case protocolViolation
    /// The task was cancelled.
    case cancelled
    /// The transport was shut down.
    case shutDown
    /// Anything else; see ``TransportError/detail``.
    case other
  }

  /// The phase whose deadline passed; see ``HTTPDeadlines``.
  public enum Phase: String, Sendable, Hashable {
    /// As ``HTTPDeadlines`` names them.
    case connect, firstByte, idle, total
  }

  /// What went wrong.
  public let kind: Kind
  /// The host (and port) that was asked, without user, path or query.
  public let host: String
  /// What the library below said; no header, no body.
  public let detail: String

  /// An error as a transport reports it.
  public init(_ kind: Kind, host: String, detail: String = "") {
    self.kind = kind
    self.host = host
    self.detail = detail
  }

  /// Whether the same request may succeed later.
  public var isRetriable: Bool {
    switch kind {
    case .couldNotResolve, .couldNotConnect, .tls, .proxy, .timedOut, .closed, .protocolViolation, .other: true
    case .invalidRequest, .untrusted, .tooLarge, .cancelled, .shutDown: false
    }
  }
}

extension TransportError: CustomStringConvertible {
  public var description: String { "\(host): \(cause)\(detail.isEmpty ? "" : " (\(detail))")" }

  /// What happened, in words of this program's own, without the address.
  public var cause: String {
    switch kind {
    case .invalidRequest: "the request cannot be sent"
    case .couldNotResolve: "the host name could not be resolved"
    case .couldNotConnect: "could not connect"
    case .tls: "TLS failed"
    case .untrusted: "the server's certificate is not trusted"
    case .proxy: "the proxy failed"
    case .timedOut(.connect): "no connection within the time allowed"
    case .timedOut(.firstByte): "no byte of the body within the time allowed"
    case .timedOut(.idle): "silence for longer than allowed"
    case .timedOut(.total): "not finished within the time allowed"
    case .closed(_, headReceived: false): "the connection was closed before a response"
    case .closed(let bytes, headReceived: true): "the connection was closed after \(bytes) bytes of the body"
    case .tooLarge(let limit): "the response is larger than \(limit) bytes"
    case .protocolViolation: "the answer is not HTTP"
    case .cancelled: "cancelled"
    case .shutDown: "the transport is shut down"
    case .other: "the transfer failed"
    }
  }
}

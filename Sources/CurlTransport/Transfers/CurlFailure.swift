import CCurl
import HTTPTransport

/// What libcurl's codes mean here.
enum CurlFailure {
  /// The peer went away: refused to go on, reset, or closed early.
  static func isClosedConnection(_ code: CURLcode) -> Bool {
    switch code {
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      true
    default: false
    }
  }

  static func kind(
    of code: CURLcode, proxyRefused: Bool, bodyBytes: Int, headReceived: Bool
  ) -> TransportError.Kind {
    if isClosedConnection(code) {
      return proxyRefused ? .proxy : .closed(bodyBytes: bodyBytes, headReceived: headReceived)
    }
    return switch code {
    case CURLE_URL_MALFORMAT: .invalidRequest
    case CURLE_COULDNT_RESOLVE_HOST: .couldNotResolve
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy
    case CURLE_COULDNT_CONNECT: .couldNotConnect
    // No other time limit is given to libcurl; see `Transfer.verdict`.
    case CURLE_OPERATION_TIMEDOUT: .timedOut(.connect)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_SHUTDOWN_FAILED: .tls
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS:
      .untrusted
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .protocolViolation
    default: .other
    }
  }
}

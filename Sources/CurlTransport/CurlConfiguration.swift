/// Settings of a ``CurlTransport``.
public struct CurlConfiguration: Sendable, Hashable {
  public enum Proxy: Sendable, Hashable {
    /// `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, as libcurl reads them for each request.
    case environment
    case none
    /// Such as `http://proxy.example:3128` or `socks5h://127.0.0.1:1080`.
    case url(String)
  }

  /// Whom to trust, as PEM files.
  public enum CertificateAuthorities: Sendable, Hashable {
    case system
    case file(String)
    /// A folder prepared with `openssl rehash`.
    case folder(String)
  }

  public var proxy = Proxy.environment
  public var certificateAuthorities = CertificateAuthorities.system
  /// Whether HTTP/2 may be agreed on over TLS. Plain `http` always speaks HTTP/1.1.
  public var allowsHTTP2 = true
  /// A connection that was idle for longer is not used again. Short, because servers close theirs after five seconds or so,
  /// and a request sent into a closing connection is lost.
  public var connectionReuse = Duration.seconds(4)
  /// How many bytes of a body wait for their reader before the sender is held back.
  public var bufferBytes = 256 << 10
  /// How much of a discarded body is read, and for how long, to keep its connection.
  public var drainBytes = 64 << 10
  public var drainTime = Duration.seconds(1)
  public var userAgent = "transcript-compactor"

  public init() {}
}

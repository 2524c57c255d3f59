import CCurl
import HTTPTransport

/// URLs, read by libcurl's own parser so that what is checked is what is asked.
enum RequestURL {
  /// The parts of an absolute URL, nil where it cannot be parsed.
  struct Parts: Hashable {
    var scheme: String
    var host: String
    /// The scheme's own when none is written.
    var port: String
  }

  static func parts(of url: String) -> Parts? {
    withHandle { handle in
      guard curl_url_set(handle, CURLUPART_URL, url, 0) == CURLUE_OK,
        let scheme = part(CURLUPART_SCHEME, of: handle), let host = part(CURLUPART_HOST, of: handle),
        let port = part(CURLUPART_PORT, of: handle, flags: CURLU_DEFAULT_PORT)
      else { return nil }
      return Parts(scheme: scheme, host: host.lowercased(), port: port)
    }
  }

  /// A reference, absolute or not, as seen from a base URL.
  static func resolve(_ reference: String, against base: String) -> String? {
    withHandle { handle in
      guard curl_url_set(handle, CURLUPART_URL, base, 0) == CURLUE_OK,
        curl_url_set(handle, CURLUPART_URL, reference, 0) == CURLUE_OK
      else { return nil }
      return part(CURLUPART_URL, of: handle)
    }
  }

  /// For error texts: host and port alone.
  static func host(of url: String) -> String {
    parts(of: url).map { "\($0.host):\($0.port)" } ?? "?"
  }

  /// Checks what libcurl would pass on unseen.
  static func validHost(of request: HTTPRequest) throws(TransportError) -> String {
    guard let parts = parts(of: request.url), ["http", "https"].contains(parts.scheme) else {
      throw TransportError(.invalidRequest, host: "?", detail: "expected an absolute http or https URL")
    }
    let host = "\(parts.host):\(parts.port)"
    for field in request.headers.fields {
      let isToken = !field.name.isEmpty && field.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3A }
      let isLine = field.reveal().utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
      guard isToken, isLine else {
        throw TransportError(
          .invalidRequest, host: host,
          detail: "the header field “\(isToken ? field.name : "?")” holds a control character")
      }
    }
    guard !request.method.isEmpty, request.method.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) else {
      throw TransportError(.invalidRequest, host: host, detail: "the method is not a word in capitals")
    }
    return host
  }

  private static func withHandle<Value>(_ body: (OpaquePointer) -> Value?) -> Value? {
    guard let handle = curl_url() else { return nil }
    defer { curl_url_cleanup(handle) }
    return body(handle)
  }

  private static func part(_ part: CURLUPart, of handle: OpaquePointer, flags: Int32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}

import CCurl
import HTTPTransport

extension Transfer {
  /// Sets up the easy handle. Returns an error when libcurl refuses an option.
  func configure() -> TransportError? {
    let refused = (general() + connection() + content()).first { $0.status != CURLE_OK }
    return refused.map {
      error(.invalidRequest, "\($0.option): \(String(cString: curl_easy_strerror($0.status)))")
    }
  }

  private typealias Setting = (option: String, status: CURLcode)

  private func general() -> [Setting] {
    let this = Unmanaged.passUnretained(self).toOpaque()
    return [
      ("NOSIGNAL", ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)),
      ("ERRORBUFFER", ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText)),
      ("PROTOCOLS", ccurl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")),
      ("HEADERFUNCTION", ccurl_set_callback(easy, CURLOPT_HEADERFUNCTION, receiveHeaderBytes)),
      ("HEADERDATA", ccurl_set_pointer(easy, CURLOPT_HEADERDATA, this)),
      ("WRITEFUNCTION", ccurl_set_callback(easy, CURLOPT_WRITEFUNCTION, receiveBodyBytes)),
      ("WRITEDATA", ccurl_set_pointer(easy, CURLOPT_WRITEDATA, this)),
    ]
  }

  private func connection() -> [Setting] {
    let isTLS = request.url.lowercased().hasPrefix("https:")
    let version = isTLS && configuration.allowsHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
    var settings: [Setting] = [
      ("HTTP_VERSION", ccurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(version))),
      // Zero would mean libcurl's own five minutes.
      (
        "CONNECTTIMEOUT",
        ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, deadlines.connect?.milliseconds ?? Int(Int32.max))
      ),
      (
        "MAXAGE_CONN",
        ccurl_set_long(easy, CURLOPT_MAXAGE_CONN, max(1, configuration.connectionReuse.milliseconds / 1000))
      ),
      ("TCP_KEEPALIVE", ccurl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)),
      ("SUPPRESS_CONNECT_HEADERS", ccurl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)),
    ]
    switch configuration.proxy {
    case .environment: break
    case .none: settings.append(("PROXY", ccurl_set_string(easy, CURLOPT_PROXY, "")))
    case .url(let url): settings.append(("PROXY", ccurl_set_string(easy, CURLOPT_PROXY, url)))
    }
    switch configuration.certificateAuthorities {
    case .system: break
    case .file(let path): settings.append(("CAINFO", ccurl_set_string(easy, CURLOPT_CAINFO, path)))
    case .folder(let path): settings.append(("CAPATH", ccurl_set_string(easy, CURLOPT_CAPATH, path)))
    }
    return settings
  }

  private func content() -> [Setting] {
    // An empty `Expect:` takes the field away: libcurl would wait a second for servers that do not know it.
    for line in request.headers.fields.map({ "\($0.name): \($0.reveal())" }) + ["Expect:"] {
      headerList = curl_slist_append(headerList, line)
    }
    var settings: [Setting] = [
      ("URL", ccurl_set_string(easy, CURLOPT_URL, request.url)),
      ("USERAGENT", ccurl_set_string(easy, CURLOPT_USERAGENT, configuration.userAgent)),
      ("HTTPHEADER", ccurl_set_list(easy, CURLOPT_HTTPHEADER, headerList)),
      (
        "ACCEPT_ENCODING",
        ccurl_set_string(easy, CURLOPT_ACCEPT_ENCODING, request.acceptsCompression ? "gzip" : "identity")
      ),
    ]
    if !request.body.isEmpty || request.method == "POST" {
      settings += [
        ("POST", ccurl_set_long(easy, CURLOPT_POST, 1)),
        ("POSTFIELDSIZE", ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(requestBody.count))),
        ("POSTFIELDS", ccurl_set_pointer(easy, CURLOPT_POSTFIELDS, requestBody.baseAddress)),
      ]
    } else if request.method == "HEAD" {
      settings.append(("NOBODY", ccurl_set_long(easy, CURLOPT_NOBODY, 1)))
    }
    if !["GET", "HEAD", "POST"].contains(request.method) || request.method == "GET" && !request.body.isEmpty {
      settings.append(("CUSTOMREQUEST", ccurl_set_string(easy, CURLOPT_CUSTOMREQUEST, request.method)))
    }
    return settings
  }
}

extension Duration {
  /// At least one.
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}

// libcurl's callbacks, called on the thread of the loop; the pointer is a transfer that the loop keeps alive.

private let receiveHeaderBytes: curl_write_callback = { bytes, size, count, transfer in
  guard let bytes, let transfer else { return 0 }
  bytes.withMemoryRebound(to: UInt8.self, capacity: size * count) {
    Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue()
      .receiveHeader(UnsafeBufferPointer(start: $0, count: size * count))
  }
  return size * count
}

private let receiveBodyBytes: curl_write_callback = { bytes, size, count, transfer in
  guard let bytes, let transfer else { return 0 }
  return bytes.withMemoryRebound(to: UInt8.self, capacity: size * count) {
    Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue()
      .receiveBody(UnsafeBufferPointer(start: $0, count: size * count))
  }
}

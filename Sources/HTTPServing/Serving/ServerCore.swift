import CMicroHTTPD

/// What the callbacks need; libmicrohttpd holds a reference to it while the daemon runs.
final class ServerCore: Sendable {
  let handler: HTTPServer.Handler
  let bodyLimit: Int
  let table: ExchangeTable
  let watcher: DisconnectWatcher

  init(handler: @escaping HTTPServer.Handler, bodyLimit: Int) throws(HTTPServerError) {
    self.handler = handler
    self.bodyLimit = bodyLimit
    let table = ExchangeTable()
    self.table = table
    watcher = try DisconnectWatcher { table.clientDisconnected($0) }
  }

  /// The head of a request has come. `nil` closes the connection.
  func begin(_ connection: ConnectionHandle, method: String, path: String) -> Exchange? {
    table.enter { number in
      Exchange(number: number, method: method, path: path, connection: connection, bodyLimit: bodyLimit)
    }
  }

  /// Judges a request by its head alone; a body declared too large is refused, where the client will see it.
  func refusal(of connection: ConnectionHandle) -> HTTPServerResponse? {
    var headers = HTTPServerHeaders()
    for field in connection.values(.HEADER_KIND) { headers.add(field.name, field.value ?? "") }
    let verdict = RequestBody(limit: bodyLimit).judge(
      declaredLength: headers["Content-Length"].flatMap { Int($0) }, waitsForContinue: headers["Expect"] != nil)
    return verdict == .refuse ? .tooLarge(limit: bodyLimit) : nil
  }

  func advance(_ exchange: Exchange, _ connection: ConnectionHandle) -> MHD_Result {
    switch exchange.advance(handler) {
    case .wait:
      watcher.watch(connection.socket, as: exchange.number)
      return .YES
    case .answer(let response):
      return queue(response, for: exchange, on: connection)
    case .close:
      return .NO
    }
  }

  func queue(_ response: HTTPServerResponse, for exchange: Exchange, on connection: ConnectionHandle) -> MHD_Result {
    var response = response
    if table.isDraining { response.headers["Connection"] = "close" }
    var made = makeResponse(response, for: exchange)
    if made == nil {
      response = .text("the handler's response has an illegal header\n", status: 500)
      made = makeResponse(response, for: exchange)
    }
    guard let made else { return .NO }
    defer { MHD_destroy_response(made) }
    return MHD_queue_response(connection.pointer, UInt32(response.status), made)
  }

  func end(_ exchange: Exchange, _ connection: ConnectionHandle) {
    watcher.forget(connection.socket)
    exchange.complete()
    table.remove(exchange)
  }

  /// `nil` when a header cannot be sent, or there is no memory.
  private func makeResponse(_ response: HTTPServerResponse, for exchange: Exchange) -> OpaquePointer? {
    let made: OpaquePointer?
    switch response.body {
    case .cut:
      return nil
    case .bytes(let bytes):
      made = bytes.withUnsafeBytes {
        MHD_create_response_from_buffer(
          $0.count, UnsafeMutableRawPointer(mutating: $0.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .stream(let length, _):
      made = MHD_create_response_from_callback(
        length.map { UInt64($0) } ?? .max, 32 * 1024, readStream, Unmanaged.passRetained(exchange).toOpaque(),
        releaseStream)
    }
    guard let made else { return nil }
    for (name, value) in response.headers.fields where !Self.isOwn(name) {
      guard MHD_add_response_header(made, name, value) == .YES else {
        MHD_destroy_response(made)
        return nil
      }
    }
    return made
  }

  private static func isOwn(_ name: String) -> Bool {
    HTTPServerHeaders.same(name, "Content-Length") || HTTPServerHeaders.same(name, "Transfer-Encoding")
  }
}

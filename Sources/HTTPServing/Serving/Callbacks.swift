import CMicroHTTPD

// libmicrohttpd calls these on its own thread. File-scope constants, because a closure would inherit the isolation of the
// place where it is written and trap here.

/// Called for the head of a request, for each part of its body, at its end, and again after each resumption.
let handleAccess: MHD_AccessHandlerCallback = { context, pointer, url, method, _, data, dataSize, slot in
  guard let context, let pointer, let url, let method, let dataSize, let slot else { return .NO }
  let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
  let connection = ConnectionHandle(pointer: pointer)

  guard let known = slot.pointee else {
    let made = core.begin(connection, method: String(cString: method), path: String(cString: url))
    guard let exchange = made else { return .NO }
    slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
    guard let refusal = core.refusal(of: connection) else { return .YES }
    return core.queue(refusal, for: exchange, on: connection)
  }

  let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
  guard dataSize.pointee == 0 else {
    let accepted = exchange.receive(UnsafeRawBufferPointer(start: data, count: dataSize.pointee))
    dataSize.pointee = 0
    return accepted ? .YES : .NO
  }
  return core.advance(exchange, connection)
}

/// Called once for each request whose head was seen, while its socket is still open.
let requestCompleted: MHD_RequestCompletedCallback = { context, pointer, slot, _ in
  guard let context, let pointer, let known = slot?.pointee else { return }
  let exchange = Unmanaged<Exchange>.fromOpaque(known).takeRetainedValue()
  slot?.pointee = nil
  Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue().end(exchange, ConnectionHandle(pointer: pointer))
}

/// Called when there is room in the socket for more of a streamed body.
let readStream: MHD_ContentReaderCallback = { context, _, target, size in
  let exchange = Unmanaged<Exchange>.fromOpaque(context!).takeUnretainedValue()
  switch exchange.read(into: UnsafeMutableRawBufferPointer(start: target, count: size)) {
  case .bytes(let count): return count
  case .nothing: return 0
  case .finished: return Int(MHD_CONTENT_READER_END_OF_STREAM)
  case .cut: return Int(MHD_CONTENT_READER_END_WITH_ERROR)
  }
}

/// Called when libmicrohttpd no longer needs the streamed response.
let releaseStream: MHD_ContentReaderFreeCallback = { context in
  Unmanaged<Exchange>.fromOpaque(context!).release()
}

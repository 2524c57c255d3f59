import Glibc

/// A bound, listening TCP socket. Whoever makes one owns the descriptor.
struct ListeningSocket {
  let descriptor: Int32
  /// The real port, also where 0 was asked for.
  let port: UInt16

  init(host: String, port: UInt16) throws(HTTPServerError) {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, String(port), &hints, &found)
    guard status == 0, let address = found else {
      throw .cannotListen(host: host, port: port, reason: String(cString: gai_strerror(status)))
    }
    defer { freeaddrinfo(found) }

    func failure() -> HTTPServerError {
      .cannotListen(host: host, port: port, reason: String(cString: strerror(errno)))
    }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(address.pointee.ai_family, kind, 0)
    guard descriptor >= 0 else { throw failure() }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0, listen(descriptor, 511) == 0
    else {
      let error = failure()
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.port = Self.port(of: descriptor)
  }

  private static func port(of descriptor: Int32) -> UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes in
      let base = bytes.baseAddress!
      getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length)
      // sockaddr_in and sockaddr_in6 both hold the port in the two bytes after the family.
      return UInt16(bigEndian: base.load(fromByteOffset: 2, as: UInt16.self))
    }
  }
}

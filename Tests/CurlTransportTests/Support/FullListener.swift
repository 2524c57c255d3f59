import Glibc

/// A listening socket whose queue of one is filled and never accepted from, so that a further connection gets no answer.
final class FullListener {
  let port: UInt16
  private let listener: CInt
  private var fillers: [CInt] = []

  init() {
    let stream = CInt(SOCK_STREAM.rawValue)
    listener = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let fd = listener
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(fd, $0, size)
        listen(fd, 0)
        getsockname(fd, $0, &size)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    for _ in 0..<4 {
      let filler = socket(AF_INET, stream, 0)
      _ = fcntl(filler, F_SETFL, O_NONBLOCK)
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = connect(filler, $0, size) }
      }
      fillers.append(filler)
    }
  }

  deinit {
    for socket in fillers + [listener] { close(socket) }
  }
}

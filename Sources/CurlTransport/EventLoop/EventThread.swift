import Glibc

/// Starts a thread outside of Swift's cooperative pool, which blocking calls would starve.
enum EventThread {
  private final class Start {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  static func start(_ body: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(Start(body)).toOpaque()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))

    // The thread inherits a full mask: signals are the program's business, and a write to a closed TLS connection must not kill it.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    var thread = pthread_t()
    let status = pthread_create(&thread, &attributes, entry, start)
    precondition(status == 0, "no thread for HTTP transfers: pthread_create gave \(status)")
  }

  private static let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
    if let argument { Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body() }
    return nil
  }
}

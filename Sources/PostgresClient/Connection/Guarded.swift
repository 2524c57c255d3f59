import Synchronization

/// A `Mutex` whose hand-over the thread sanitizer can see.
///
/// On Linux the kernel hands a contended `Mutex` from one thread to the next, which the sanitizer takes for a race of
/// what the mutex guards. The two atomic accesses order the same things in a way that it knows, and cost next to nothing.
struct Guarded<Value: ~Copyable>: ~Copyable {
  private let mutex: Mutex<Value>
  private let handover = Atomic(false)

  init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { (value) throws(Failure) in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }
}

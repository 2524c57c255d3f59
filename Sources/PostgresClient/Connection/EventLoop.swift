import CPostgreSQL
import Glibc
import Synchronization

/// One thread that waits for the sockets of all connections and runs their work: an executor of its own, so that
/// libpq is never called on the cooperative pool, and a connection's state needs no lock.
final class EventLoop: SerialExecutor {
  static let shared = EventLoop()

  enum Wake: Sendable, Equatable {
    case ready(Interest)
    case deadlinePassed
    case cancelled
    /// The descriptor was given up.
    case forgotten
  }

  private struct Wait {
    var id: UInt64
    var deadline: ContinuousClock.Instant?
    var resume: @Sendable (Wake) -> Void
  }

  private struct State {
    var jobs: [UnownedJob] = []
    /// By descriptor.
    var waits: [Int32: Wait] = [:]
    var lastID: UInt64 = 0
    var isWakeupPending = false
  }

  private let epoll: Int32
  private let wakeup: Int32
  private let thread = Atomic<UInt>(0)
  private let state = Mutex(State())

  private init() {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    precondition(epoll >= 0 && wakeup >= 0, "no descriptor left for the event loop")
    var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: wakeup))
    epoll_ctl(epoll, EPOLL_CTL_ADD, wakeup, &event)
    var thread = pthread_t()
    let failure = pthread_create(&thread, nil, runEventLoop, Unmanaged.passRetained(self).toOpaque())
    precondition(failure == 0, "no thread left for the event loop")
    pthread_detach(thread)
  }

  // MARK: Executor

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let wakes = state.withLock { state in
      state.jobs.append(job)
      return needsWakeup(&state)
    }
    if wakes { wake() }
  }

  func checkIsolated() {
    precondition(isCurrent, "must run on the event loop")
  }

  private var isCurrent: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

  private func needsWakeup(_ state: inout State) -> Bool {
    guard !isCurrent, !state.isWakeupPending else { return false }
    state.isWakeupPending = true
    return true
  }

  private func wake() {
    var one: UInt64 = 1
    write(wakeup, &one, 8)
  }

  // MARK: Waiting

  /// Suspends until the descriptor is ready, the deadline passes or, if `cancellable`, the task is cancelled.
  func wait(
    for interest: Interest, on descriptor: Int32, until deadline: ContinuousClock.Instant?, cancellable: Bool
  ) async -> Wake {
    let id = newID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        arm(descriptor, id: id, for: interest, until: deadline) { continuation.resume(returning: $0) }
        // A task cancelled before this had nothing to cancel yet.
        if cancellable, Task.isCancelled { fire(descriptor, .cancelled, only: id) }
      }
    } onCancel: {
      if cancellable { fire(descriptor, .cancelled, only: id) }
    }
  }

  /// Calls `body` on the event loop's thread, once, when the descriptor can be read.
  func watch(_ descriptor: Int32, _ body: @escaping @Sendable (Wake) -> Void) {
    arm(descriptor, id: newID(), for: .read, until: nil, body)
  }

  /// Must be called before the descriptor is closed.
  func forget(_ descriptor: Int32) {
    fire(descriptor, .forgotten, only: nil)
    epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, nil)
  }

  private func newID() -> UInt64 {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  private func arm(
    _ descriptor: Int32, id: UInt64, for interest: Interest, until deadline: ContinuousClock.Instant?,
    _ resume: @escaping @Sendable (Wake) -> Void
  ) {
    var events = EPOLLONESHOT.rawValue
    if interest.contains(.read) { events |= EPOLLIN.rawValue | EPOLLRDHUP.rawValue }
    if interest.contains(.write) { events |= EPOLLOUT.rawValue }
    var event = epoll_event(events: events, data: epoll_data_t(fd: descriptor))
    let wakes = state.withLock { state in
      state.waits[descriptor] = Wait(id: id, deadline: deadline, resume: resume)
      return deadline != nil && needsWakeup(&state)
    }
    // Known to the kernel from an earlier wait, or else new.
    guard
      epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event) == 0
        || epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0
    else { return fire(descriptor, .forgotten, only: id) }
    if wakes { wake() }
  }

  /// Ends the wait on a descriptor; with an id, only if it is that wait.
  private func fire(_ descriptor: Int32, _ wake: Wake, only id: UInt64?) {
    let wait = state.withLock { state -> Wait? in
      guard let wait = state.waits[descriptor], id == nil || wait.id == id else { return nil }
      state.waits[descriptor] = nil
      return wait
    }
    wait?.resume(wake)
  }

  // MARK: The thread

  fileprivate func run() {
    thread.store(UInt(pthread_self()), ordering: .relaxed)
    var events = [epoll_event](repeating: epoll_event(), count: 64)
    while true {
      let count = epoll_wait(epoll, &events, Int32(events.count), milliseconds())
      for event in events.prefix(max(0, Int(count))) { handle(event) }
      expire()
      let jobs = state.withLock { state in
        defer { state.jobs.removeAll(keepingCapacity: true) }
        return state.jobs
      }
      for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }

  /// How long to wait: to the nearest deadline, not at all if there is work, else for ever.
  private func milliseconds() -> Int32 {
    let nearest = state.withLock { state -> ContinuousClock.Instant? in
      state.jobs.isEmpty ? state.waits.values.lazy.compactMap(\.deadline).min() : .now
    }
    guard let nearest else { return -1 }
    let left = ContinuousClock.now.duration(to: nearest)
    // Rounded up, so as not to spin through the last millisecond.
    return left <= .zero ? 0 : Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up)))
  }

  private func handle(_ event: epoll_event) {
    guard event.data.fd != wakeup else {
      var count: UInt64 = 0
      read(wakeup, &count, 8)
      return state.withLock { $0.isWakeupPending = false }
    }
    var interest: Interest = []
    // A broken connection is both, so that whoever waits finds out.
    let broken = event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
    if broken || event.events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue) != 0 { interest.insert(.read) }
    if broken || event.events & EPOLLOUT.rawValue != 0 { interest.insert(.write) }
    fire(event.data.fd, .ready(interest), only: nil)
  }

  private func expire() {
    let now = ContinuousClock.now
    let expired = state.withLock { state -> [Wait] in
      let late = state.waits.filter { _, wait in wait.deadline.map { $0 <= now } ?? false }
      for descriptor in late.keys { state.waits[descriptor] = nil }
      return Array(late.values)
    }
    for wait in expired { wait.resume(.deadlinePassed) }
  }
}

private let runEventLoop: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
  // Signals are for the program's own threads.
  var all = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_BLOCK, &all, nil)
  Unmanaged<EventLoop>.fromOpaque(argument!).takeUnretainedValue().run()
  return nil
}

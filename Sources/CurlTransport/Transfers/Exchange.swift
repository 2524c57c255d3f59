import HTTPTransport
import Synchronization

struct ExchangeID: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)
  private let number = Self.last.add(1, ordering: .relaxed).newValue
}

/// What a task and the thread share of one request: the head, the bytes that wait for their reader, and the end.
final class Exchange: HTTPBodySource {
  struct Head: Sendable {
    var status: Int
    var headers: HTTPHeaders
  }

  /// What the thread is to do with the bytes that it offers.
  enum Reception {
    case taken, full, unwanted
  }

  private typealias HeadWaiter = CheckedContinuation<Result<Head, TransportError>, Never>
  private typealias ChunkWaiter = CheckedContinuation<Result<[UInt8]?, TransportError>, Never>

  private struct State {
    var head: Head?
    var headWaiter: HeadWaiter?
    var buffer: [UInt8] = []
    var chunkWaiter: ChunkWaiter?
    /// The thread holds the sender back until the reader has taken what is there.
    var isFull = false
    var isDiscarded = false
    var end: Result<Void, TransportError>?
  }

  let id = ExchangeID()
  let host: String
  private let loop: EventLoop
  private let state = Mutex(State())

  init(host: String, loop: EventLoop) {
    self.host = host
    self.loop = loop
  }

  func error(_ kind: TransportError.Kind, _ detail: String = "") -> TransportError {
    TransportError(kind, host: host, detail: detail)
  }

  // The task's side.

  /// Starts the transfer and waits for the head of the response.
  func head(of request: HTTPRequest, deadlines: HTTPDeadlines) async throws(TransportError) -> Head {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: HeadWaiter) in
        let end = state.withLock { state in
          if state.end == nil { state.headWaiter = waiter }
          return state.end
        }
        if case .failure(let error) = end {
          waiter.resume(returning: .failure(error))
        } else if !loop.post(.start(self, request, deadlines)) {
          finish(.failure(error(.shutDown)))
        }
      }
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  func nextChunk() async throws(TransportError) -> [UInt8]? {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: ChunkWaiter) in
        let (result, hasMadeRoom) = state.withLock { Self.takeChunk(from: &$0, orWait: waiter) }
        if let result { waiter.resume(returning: result) }
        if hasMadeRoom { loop.post(.resume(id)) }
      }
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  private static func takeChunk(
    from state: inout State, orWait waiter: ChunkWaiter
  ) -> (Result<[UInt8]?, TransportError>?, hasMadeRoom: Bool) {
    if !state.buffer.isEmpty {
      defer {
        state.buffer = []
        state.isFull = false
      }
      return (.success(state.buffer), state.isFull)
    }
    if let end = state.end { return (end.map { nil }, false) }
    precondition(state.chunkWaiter == nil, "a body has one reader")
    state.chunkWaiter = waiter
    return (nil, false)
  }

  func discard() {
    let isOpen = state.withLock { state in
      let isOpen = state.end == nil && !state.isDiscarded
      state.isDiscarded = true
      state.buffer = []
      return isOpen
    }
    if isOpen { loop.post(.drain(id)) }
  }

  /// Ends the exchange before it tells the thread, so that a start that is overtaken by its cancellation is seen to be over.
  private func cancel() {
    finish(.failure(error(.cancelled)))
    loop.post(.cancel(id))
  }

  // The thread's side.

  var isOver: Bool { state.withLock { $0.end != nil } }

  func receive(_ head: Head) {
    let waiter = state.withLock { state in
      state.head = head
      return state.headWaiter.take()
    }
    waiter?.resume(returning: .success(head))
  }

  func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Reception {
    let (reception, waiter) = state.withLock { state -> (Reception, ChunkWaiter?) in
      if state.isDiscarded || state.end != nil { return (.unwanted, nil) }
      if let waiter = state.chunkWaiter.take() { return (.taken, waiter) }
      if state.buffer.count >= loop.bufferBytes {
        state.isFull = true
        return (.full, nil)
      }
      state.buffer += bytes
      return (.taken, nil)
    }
    waiter?.resume(returning: .success(Array(bytes)))
    return reception
  }

  /// The end, from whichever side it comes first. Bytes that wait for their reader stay, but for a cancelled one.
  func finish(_ result: Result<Void, TransportError>) {
    let (head, chunk) = state.withLock { state -> (HeadWaiter?, ChunkWaiter?) in
      if state.end != nil { return (nil, nil) }
      state.end = result
      if case .failure(let error) = result, error.kind == .cancelled { state.buffer = [] }
      return (state.headWaiter.take(), state.chunkWaiter.take())
    }
    head?.resume(returning: result.flatMap { .failure(error(.protocolViolation, "no response head")) })
    chunk?.resume(returning: result.map { nil })
  }
}

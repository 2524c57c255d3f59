import Synchronization

/// A first-in-first-out queue between tasks: `push` waits while it is full, `pop` while it is empty.
///
/// Closing lets consumers drain what is there and then gives them `nil`; a cancelled task stops waiting at once.
final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    var closed = false
    var nextWaiter = 0
    var producers: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var consumers: [(id: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private enum Side { case producer, consumer }

  private let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int) {
    precondition(capacity > 0)
    self.capacity = capacity
  }

  var count: Int { state.withLock { $0.elements.count } }
  var isClosed: Bool { state.withLock { $0.closed } }

  /// Adds the element once there is room; `false` if the queue was closed or the task cancelled before that.
  func push(_ element: Element) async -> Bool {
    await push(contentsOf: CollectionOfOne(element))
  }

  /// Adds all of the elements as soon as there is room for one, so that a consumer finds them together.
  func push(contentsOf elements: some Collection<Element> & Sendable) async -> Bool {
    if elements.isEmpty { return true }
    while true {
      let added: Bool? = state.withLock { state in
        if state.closed { return false }
        if state.elements.count >= capacity { return nil }
        state.elements.append(contentsOf: elements)
        return true
      }
      if added == true { wake(.consumer) }
      if let added { return added }
      if Task.isCancelled { return false }
      await wait(.producer)
    }
  }

  /// The oldest elements, at least one and at most `limit`; `nil` once closed and empty, or when cancelled.
  func popAll(upTo limit: Int) async -> [Element]? {
    while true {
      let taken: [Element]? = state.withLock { state in
        guard !state.elements.isEmpty else { return state.closed ? [] : nil }
        let taken = Array(state.elements.prefix(limit))
        state.elements.removeFirst(taken.count)
        return taken
      }
      if let taken {
        wake(.producer)
        return taken.isEmpty ? nil : taken
      }
      if Task.isCancelled { return nil }
      await wait(.consumer)
    }
  }

  /// The oldest elements that are there, without waiting for any.
  func takeAll(upTo limit: Int) -> [Element] {
    let taken = state.withLock { state in
      let taken = Array(state.elements.prefix(limit))
      state.elements.removeFirst(taken.count)
      return taken
    }
    if !taken.isEmpty { wake(.producer) }
    return taken
  }

  /// The oldest element; `nil` once closed and empty, or when cancelled.
  func pop() async -> Element? {
    await popAll(upTo: 1)?.first
  }

  /// No element is accepted after this.
  func close() {
    let waiting = state.withLock { state in
      state.closed = true
      defer {
        state.producers = []
        state.consumers = []
      }
      return state.producers + state.consumers
    }
    for waiter in waiting { waiter.continuation.resume() }
  }

  // MARK: Waiting

  private func wait(_ side: Side) async {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let proceed = state.withLock { state in
          // Looked at again under the lock: the other side may have moved, or a cancellation come, meanwhile.
          if state.closed || Task.isCancelled { return true }
          switch side {
          case .producer:
            if state.elements.count < capacity { return true }
            state.producers.append((id, continuation))
          case .consumer:
            if !state.elements.isEmpty { return true }
            state.consumers.append((id, continuation))
          }
          return false
        }
        if proceed { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.producers.removeFirst { $0.id == id } ?? state.consumers.removeFirst { $0.id == id }
      }
      waiter?.continuation.resume()
    }
  }

  /// Wakes every waiter of the side: each looks again, so none is lost when elements come or go in batches.
  private func wake(_ side: Side) {
    let waiting = state.withLock { state in
      switch side {
      case .producer:
        defer { state.producers = [] }
        return state.producers
      case .consumer:
        defer { state.consumers = [] }
        return state.consumers
      }
    }
    for waiter in waiting { waiter.continuation.resume() }
  }
}

extension Array {
  fileprivate mutating func removeFirst(where matches: (Element) -> Bool) -> Element? {
    firstIndex(where: matches).map { remove(at: $0) }
  }
}

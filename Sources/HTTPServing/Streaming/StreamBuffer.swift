/// What lies between a writer and the server's thread: a bounded queue of bytes, as a value.
///
/// The shell acts on what the methods return: it parks and wakes the connection (the reader) and the writer.
struct StreamBuffer: Sendable {
  enum Ending: Sendable { case open, finished, cut }

  enum Taken: Equatable, Sendable {
    /// So many bytes were copied.
    case bytes(Int)
    /// Nothing to read yet: the connection is to be suspended.
    case nothing
    case finished
    case cut
  }

  /// A writer waits while more than this many bytes are unread.
  let highWater: Int
  private var bytes: [UInt8] = []
  private var head = 0
  private(set) var ending = Ending.open

  init(highWater: Int = 64 * 1024) { self.highWater = highWater }

  var unread: Int { bytes.count - head }
  var isFull: Bool { ending == .open && unread > highWater }

  /// Adds bytes; those written after the end are discarded.
  mutating func append(_ new: some Sequence<UInt8>) {
    guard ending == .open else { return }
    bytes.append(contentsOf: new)
  }

  /// No more will be written. What is unread is still delivered, before a proper end or a cut alike.
  mutating func end(_ how: Ending) {
    if ending == .open { ending = how }
  }

  /// Throws away what is unread and ends with a cut.
  mutating func abandon() {
    bytes = []
    head = 0
    ending = .cut
  }

  mutating func take(into target: UnsafeMutableRawBufferPointer) -> Taken {
    let count = min(unread, target.count)
    guard count > 0 else {
      switch ending {
      case .open: return .nothing
      case .finished: return .finished
      case .cut: return .cut
      }
    }
    bytes.withUnsafeBytes { source in
      target.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[head..<head + count]))
    }
    head += count
    if head == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.capacity <= 4 * highWater)
      head = 0
    }
    return .bytes(count)
  }
}

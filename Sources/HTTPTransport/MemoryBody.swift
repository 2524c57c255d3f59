import Synchronization

/// A body whose chunks are known beforehand.
final class MemoryBody: HTTPBodySource {
  private let remaining: Mutex<ArraySlice<[UInt8]>>

  init(_ chunks: [[UInt8]]) {
    remaining = Mutex(chunks.filter { !$0.isEmpty }[...])
  }

  func nextChunk() async throws(TransportError) -> [UInt8]? {
    remaining.withLock { $0.popFirst() }
  }

  func discard() {
    remaining.withLock { $0 = [] }
  }
}

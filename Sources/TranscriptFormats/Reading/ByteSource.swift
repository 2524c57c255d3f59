/// Bytes that arrive in pieces, of a file say. The targets that do I/O conform to it.
public protocol ByteSource {
  /// The next piece, of any size; `nil` at the end. An error ends the reading and reaches the caller as it is.
  mutating func next() throws -> [UInt8]?
}

/// Bytes in memory, handed out in pieces of at most a given size.
public struct MemorySource: ByteSource, Sendable {
  private var rest: ArraySlice<UInt8>
  private let pieceSize: Int

  public init(_ bytes: [UInt8], pieceSize: Int = .max) {
    rest = bytes[...]
    self.pieceSize = pieceSize
  }

  public mutating func next() -> [UInt8]? {
    if rest.isEmpty { return nil }
    defer { rest = rest.dropFirst(pieceSize) }
    return Array(rest.prefix(pieceSize))
  }
}

/// A source whose first bytes may be looked at before they are read.
struct PeekingSource<Base: ByteSource>: ByteSource {
  private var base: Base
  private var peeked: [UInt8] = []

  init(_ base: Base) { self.base = base }

  /// The first bytes, as many as asked for unless there are fewer.
  mutating func peek(_ count: Int) throws -> ArraySlice<UInt8> {
    while peeked.count < count, let piece = try base.next() { peeked += piece }
    return peeked.prefix(count)
  }

  mutating func next() throws -> [UInt8]? {
    guard !peeked.isEmpty else { return try base.next() }
    defer { peeked = [] }
    return peeked
  }
}

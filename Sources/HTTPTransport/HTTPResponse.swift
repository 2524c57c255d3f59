/// The head of a response, and its body as it arrives.
public struct HTTPResponse: Sendable {
  /// The status code, 200…599.
  public let status: Int
  /// The fields, in order.
  public let headers: HTTPHeaders
  /// The bytes as they come.
  public let body: HTTPBody

  /// A response as a transport makes it.
  public init(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: HTTPBody) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Where a body comes from. A transport implements this; ``HTTPBody`` is what its users see.
public protocol HTTPBodySource: AnyObject, Sendable {
  /// The next bytes, never empty; nil at the end, and from then on. One caller at a time.
  /// Nothing more is read from the network than a small buffer until it is asked for.
  func nextChunk() async throws(TransportError) -> [UInt8]?

  /// The rest is of no interest. The transport may read on for a little while to keep the connection for the next request.
  func discard()
}

/// The bytes of a response, pulled by one reader. Not asking for the next chunk holds the sender back.
///
/// When the last copy goes away, the rest of the response is discarded.
public struct HTTPBody: AsyncSequence, Sendable {
  public typealias Element = [UInt8]
  public typealias Failure = TransportError

  private let owner: Owner

  /// A body that is read from this source.
  public init(_ source: any HTTPBodySource) {
    owner = Owner(source)
  }

  /// A body that is already there, delivered in the given pieces.
  public init(chunks: [[UInt8]]) {
    self.init(MemoryBody(chunks))
  }

  public func makeAsyncIterator() -> Iterator { Iterator(owner: owner) }

  /// Pulls the chunks. One reader at a time.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let owner: Owner

    public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws(TransportError)
      -> [UInt8]?
    {
      try await owner.source.nextChunk()
    }

    public mutating func next() async throws(TransportError) -> [UInt8]? {
      try await owner.source.nextChunk()
    }
  }

  /// The rest is of no interest.
  public func discard() {
    owner.source.discard()
  }

  /// Everything that is left, or as much of it as `limit` allows.
  public func collect(upTo limit: Int) async throws(TransportError) -> [UInt8] {
    var all: [UInt8] = []
    var iterator = makeAsyncIterator()
    while all.count < limit, let chunk = try await iterator.next() {
      all += chunk.prefix(limit - all.count)
    }
    return all
  }

  fileprivate final class Owner: Sendable {
    let source: any HTTPBodySource

    init(_ source: any HTTPBodySource) { self.source = source }

    deinit { source.discard() }
  }
}

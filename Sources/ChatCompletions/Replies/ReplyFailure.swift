public import HTTPTransport

/// Why a body that came with a status of success is no answer.
public struct ReplyFailure: Error, Sendable, Hashable {
  /// The ways in which a body is no answer.
  public enum Kind: Sendable, Hashable {
    /// It ended before the answer did, without an error of the connection.
    case truncated
    /// It is neither chunks nor a reply. The text says where, and quotes nothing.
    case malformed(String)
    /// The server reports an error inside.
    case server(ErrorBody)
    /// The connection broke.
    case transport(TransportError)
  }

  /// In which way it is none.
  public var kind: Kind
  /// Bytes of text and reasoning that had come by then; they are likely to be billed.
  public var partialTextBytes: Int
  /// What it cost, where the server said so before it broke off.
  public var usage: TokenUsage?
}

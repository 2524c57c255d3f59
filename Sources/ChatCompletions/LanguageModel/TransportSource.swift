public import HTTPTransport

/// Where an executor has its transport from.
public struct TransportSource: Sendable, Hashable {
  private enum Identity: Sendable, Hashable {
    case object(ObjectIdentifier)
    case kind(String)
  }

  private let identity: Identity
  let make: @Sendable () throws -> any Transport

  /// A transport that exists already and is shared with others. Its owner shuts it down.
  public static func shared(_ transport: some Transport & AnyObject) -> TransportSource {
    TransportSource(identity: .object(ObjectIdentifier(transport)), make: { transport })
  }

  /// A transport that each executor makes for itself and that goes with it. Sources of one kind are equal.
  public static func made(kind: String, _ make: @escaping @Sendable () throws -> any Transport) -> TransportSource {
    TransportSource(identity: .kind(kind), make: make)
  }

  /// Whether executors of the two would share a transport.
  public static func == (one: TransportSource, other: TransportSource) -> Bool { one.identity == other.identity }

  /// By what makes sources equal.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

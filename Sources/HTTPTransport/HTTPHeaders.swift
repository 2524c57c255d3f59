/// Header fields in order. Names are compared without regard to case; a name may occur more than once.
public struct HTTPHeaders: Sendable, Hashable {
  /// One field. A secret value prints as a placeholder.
  public struct Field: Sendable, Hashable {
    /// Text that may be seen, or one that may not.
    public enum Value: Sendable, Hashable {
      /// May be seen.
      case plain(String)
      /// May not be seen but for what stands before it, `Bearer ` say.
      case secret(prefix: String, Secret)
    }

    /// As it was given; compared without regard to case.
    public let name: String
    /// What is sent.
    public let value: Value

    /// The value as it goes over the wire.
    public func reveal() -> String {
      switch value {
      case .plain(let text): text
      case .secret(let prefix, let secret): prefix + secret.reveal()
      }
    }
  }

  /// In the order in which they are sent.
  public private(set) var fields: [Field] = []

  /// No fields.
  public init() {}

  /// Fields whose values may be seen.
  public init(_ pairs: [(String, String)]) {
    fields = pairs.map { Field(name: $0.0, value: .plain($0.1)) }
  }

  /// Adds a field whose value may be seen.
  public mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: .plain(value)))
  }

  /// Adds a field whose value is `prefix` (such as `Bearer `) and a secret.
  public mutating func append(_ name: String, prefix: String = "", secret: Secret) {
    fields.append(Field(name: name, value: .secret(prefix: prefix, secret)))
  }

  /// Adds a field.
  public mutating func append(_ field: Field) {
    fields.append(field)
  }

  /// The first value of that name.
  public subscript(name: String) -> String? {
    let wanted = name.lowercased()
    return fields.first { $0.name.lowercased() == wanted }?.reveal()
  }
}

extension HTTPHeaders: CustomStringConvertible {
  public var description: String {
    fields.map(\.description).joined(separator: "\n")
  }
}

extension HTTPHeaders.Field: CustomStringConvertible {
  public var description: String {
    switch value {
    case .plain(let text): "\(name): \(text)"
    case .secret(let prefix, let secret): "\(name): \(prefix)\(secret)"
    }
  }
}

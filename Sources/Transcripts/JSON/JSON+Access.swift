extension JSON {
  /// The value of the key, the last one where it stands more than once, or `nil`. Keys are compared as bytes.
  public subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key.hasSameUTF8(as: key) }?.value
  }

  /// The element at the index from 0, or `nil` where there is none.
  public subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// Whether this is null.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The Boolean, or `nil` for any other kind.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The string, or `nil` for any other kind.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The elements of the array, or `nil` for any other kind.
  public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }

  /// The members of the object in their order, or `nil` for any other kind.
  public var object: [Member]? { if case .object(let value) = self { value } else { nil } }

  /// The number as an integer, also where it is written `12.0` or `1.2e1`; `nil` for any other value.
  public var int: Int? {
    guard case .number(let digits) = self else { return nil }
    if let exact = Int(digits) { return exact }
    // `Int(exactly:)` would need libm.
    guard let value = Double(digits), value.magnitude < 9_007_199_254_740_992, Double(Int(value)) == value else {
      return nil
    }
    return Int(value)
  }

  /// The number as the nearest double, or `nil` where none is finite (`1e400`) and for any other value.
  public var double: Double? {
    guard case .number(let digits) = self, let value = Double(digits), value.isFinite else { return nil }
    return value
  }

  /// Gives the key a value: in place where the key stands (the last time, if more than once), else at the end.
  ///
  /// A value that is no object is left alone.
  public mutating func set(_ key: String, to value: JSON) {
    guard case .object(var members) = self else { return }
    self = .null  // so that the array is changed in place
    if let index = members.lastIndex(where: { $0.key.hasSameUTF8(as: key) }) {
      members[index].value = value
    } else {
      members.append(Member(key, value))
    }
    self = .object(members)
  }
}

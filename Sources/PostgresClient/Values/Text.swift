/// Bound as `text`. Read from every character type, and from `json` and `jsonb`.
extension String: PostgresScalar {
  public static var postgresType: PostgresType { .text }
  public static var arrayType: PostgresType { .textArray }

  public func encode(into bytes: inout [UInt8]) {
    bytes.append(contentsOf: utf8)
  }

  public static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> String {
    if field.type == .json || field.type == .jsonb { return try PostgresJSON.decode(field).text }
    let bytes = try field.bytes(of: .text, .varchar, .name, .bpchar, .unknown, .char, as: "text")
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The text of a JSON value, bound as `json` (which keeps it byte for byte). Not checked here: the server does that.
public struct PostgresJSON: PostgresScalar, Hashable, ExpressibleByStringLiteral {
  public var text: String

  public init(_ text: String) {
    self.text = text
  }

  public init(stringLiteral text: String) {
    self.text = text
  }

  public static var postgresType: PostgresType { .json }
  public static var arrayType: PostgresType { .jsonArray }

  public func encode(into bytes: inout [UInt8]) {
    text.encode(into: &bytes)
  }

  public static func decode(_ field: PostgresField) throws(PostgresField.Mismatch) -> PostgresJSON {
    let bytes = try field.bytes(of: .json, .jsonb, as: "json")
    guard field.type == .jsonb else { return PostgresJSON(String(decoding: bytes, as: UTF8.self)) }
    guard bytes.first == 1 else {
      throw PostgresField.Mismatch(expected: "version 1 of jsonb", found: "another version")
    }
    return PostgresJSON(String(decoding: bytes.dropFirst(), as: UTF8.self))
  }
}

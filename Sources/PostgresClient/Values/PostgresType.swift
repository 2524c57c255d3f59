/// A PostgreSQL data type, known by its object identifier (`pg_type.oid`).
public struct PostgresType: Sendable, Hashable, CustomStringConvertible {
  public let oid: UInt32

  public init(oid: UInt32) {
    self.oid = oid
  }

  public static let bool = PostgresType(oid: 16)
  public static let bytea = PostgresType(oid: 17)
  public static let char = PostgresType(oid: 18)
  public static let name = PostgresType(oid: 19)
  public static let int8 = PostgresType(oid: 20)
  public static let int2 = PostgresType(oid: 21)
  public static let int4 = PostgresType(oid: 23)
  public static let text = PostgresType(oid: 25)
  public static let oid = PostgresType(oid: 26)
  public static let json = PostgresType(oid: 114)
  public static let float4 = PostgresType(oid: 700)
  public static let float8 = PostgresType(oid: 701)
  public static let unknown = PostgresType(oid: 705)
  public static let bpchar = PostgresType(oid: 1042)
  public static let varchar = PostgresType(oid: 1043)
  public static let timestamptz = PostgresType(oid: 1184)
  public static let numeric = PostgresType(oid: 1700)
  public static let void = PostgresType(oid: 2278)
  public static let uuid = PostgresType(oid: 2950)
  public static let jsonb = PostgresType(oid: 3802)
  public static let int4multirange = PostgresType(oid: 4451)

  public static let boolArray = PostgresType(oid: 1000)
  public static let byteaArray = PostgresType(oid: 1001)
  public static let int2Array = PostgresType(oid: 1005)
  public static let int4Array = PostgresType(oid: 1007)
  public static let textArray = PostgresType(oid: 1009)
  public static let varcharArray = PostgresType(oid: 1015)
  public static let int8Array = PostgresType(oid: 1016)
  public static let nameArray = PostgresType(oid: 1003)
  public static let float4Array = PostgresType(oid: 1021)
  public static let float8Array = PostgresType(oid: 1022)
  public static let timestamptzArray = PostgresType(oid: 1185)
  public static let numericArray = PostgresType(oid: 1231)
  public static let uuidArray = PostgresType(oid: 2951)
  public static let jsonArray = PostgresType(oid: 199)
  public static let jsonbArray = PostgresType(oid: 3807)
  public static let int4multirangeArray = PostgresType(oid: 6150)

  static let arrays: [PostgresType: String] = [
    .boolArray: "boolean[]", .byteaArray: "bytea[]", .int2Array: "smallint[]", .int4Array: "integer[]",
    .textArray: "text[]", .varcharArray: "varchar[]", .int8Array: "bigint[]", .nameArray: "name[]",
    .float4Array: "real[]", .float8Array: "double precision[]", .timestamptzArray: "timestamptz[]",
    .numericArray: "numeric[]", .uuidArray: "uuid[]", .jsonArray: "json[]", .jsonbArray: "jsonb[]",
    .int4multirangeArray: "int4multirange[]",
  ]

  static let scalars: [PostgresType: String] = [
    .bool: "boolean", .bytea: "bytea", .char: "\"char\"", .name: "name", .int8: "bigint", .int2: "smallint",
    .int4: "integer", .text: "text", .oid: "oid", .json: "json", .float4: "real", .float8: "double precision",
    .unknown: "unknown", .bpchar: "character", .varchar: "varchar", .timestamptz: "timestamptz",
    .numeric: "numeric", .void: "void", .uuid: "uuid", .jsonb: "jsonb", .int4multirange: "int4multirange",
  ]

  /// The SQL name, or `type with oid N` for a type that this client has no name for.
  public var description: String {
    Self.scalars[self] ?? Self.arrays[self] ?? "type with oid \(oid)"
  }

  var isArray: Bool { Self.arrays[self] != nil }
}

extension JSON {
  /// How deep arrays and objects may be nested in a text.
  public static let depthLimit = 2_000

  /// Parses one JSON text, RFC 8259 to the letter; a byte order mark before it is tolerated.
  ///
  /// Lone surrogates and NULs in strings become U+FFFD: `parse` says how many there were.
  public init(parsing bytes: some Collection<UInt8>) throws(ParseError) { self = try JSON.parse(bytes).value }

  /// Parses one JSON text, likewise.
  public init(parsing text: String) throws(ParseError) { self = try JSON.parse(text).value }

  /// Parses one JSON text, and counts the lone surrogates and NULs that became U+FFFD.
  public static func parse(_ bytes: some Collection<UInt8>) throws(ParseError) -> (value: JSON, replacements: Int) {
    try withContiguousBytes(bytes, parse)
  }

  /// Parses one JSON text, and counts the lone surrogates and NULs that became U+FFFD.
  public static func parse(_ text: String) throws(ParseError) -> (value: JSON, replacements: Int) {
    try parse(text.utf8)
  }

  /// Hands the tokens of the first value to the sink, as far as the bytes go and are JSON.
  package static func walkPrefix(_ bytes: ArraySlice<UInt8>, _ sink: inout some JSONSink) {
    bytes.withContiguousStorageIfAvailable { buffer in
      var cursor = JSONCursor(buffer)
      cursor.skipByteOrderMark()
      try? cursor.walk(&sink, depthLimit: depthLimit)
    }
  }

  private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(ParseError) -> (value: JSON, replacements: Int)
  {
    var cursor = JSONCursor(bytes)
    var builder = JSONBuilder()
    cursor.skipByteOrderMark()
    try cursor.walk(&builder, depthLimit: depthLimit)
    try cursor.finish()
    return (builder.values[0], cursor.replacements)
  }
}

/// Builds values. Those of containers not yet closed wait on one stack, so that each array is made once, at its size.
struct JSONBuilder: JSONSink {
  var values: [JSON] = []
  private var keys: [String] = []
  /// How high the stacks stood when each open container began.
  private var starts: [(values: Int, keys: Int)] = []

  mutating func scalar(_ scalar: JSONScalar, _ cursor: borrowing JSONCursor) {
    switch scalar {
    case .null: values.append(.null)
    case .bool(let value): values.append(.bool(value))
    case .number(let range):
      values.append(.number(String(decoding: UnsafeBufferPointer(rebasing: cursor.bytes[range]), as: UTF8.self)))
    case .string(let token): values.append(.string(cursor.decode(token)))
    }
  }

  mutating func key(_ token: JSONCursor.StringToken, _ cursor: borrowing JSONCursor) {
    keys.append(cursor.decode(token))
  }

  mutating func beginContainer() { starts.append((values.count, keys.count)) }

  mutating func endArray() {
    let start = starts.removeLast().values
    let array = Array(values[start...])
    values.removeSubrange(start...)
    values.append(.array(array))
  }

  mutating func endObject() {
    let start = starts.removeLast()
    let members = (0..<values.count - start.values).map {
      JSON.Member(keys[start.keys + $0], values[start.values + $0])
    }
    values.removeSubrange(start.values...)
    keys.removeSubrange(start.keys...)
    values.append(.object(members))
  }
}

/// Gives the body the bytes in one piece: those of the collection where it has such, else of a copy.
func withContiguousBytes<Value>(
  _ bytes: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws(JSON.ParseError) -> Value
) throws(JSON.ParseError) -> Value {
  func result(_ buffer: UnsafeBufferPointer<UInt8>) -> Result<Value, JSON.ParseError> {
    do throws(JSON.ParseError) { return .success(try body(buffer)) } catch { return .failure(error) }
  }
  if let result = bytes.withContiguousStorageIfAvailable(result) { return try result.get() }
  return try Array(bytes).withUnsafeBufferPointer(result).get()
}

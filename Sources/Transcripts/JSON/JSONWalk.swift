/// Receives the tokens of a value in the order of the text.
package protocol JSONSink {
  mutating func scalar(_ scalar: JSONScalar, _ cursor: borrowing JSONCursor)
  mutating func key(_ token: JSONCursor.StringToken, _ cursor: borrowing JSONCursor)
  mutating func beginContainer()
  mutating func endArray()
  mutating func endObject()
}

package enum JSONScalar {
  case null
  case bool(Bool)
  case number(Range<Int>)
  case string(JSONCursor.StringToken)
}

/// Receives nothing: walking with it checks a text and finds where a value ends.
struct IgnoringSink: JSONSink {
  func scalar(_ scalar: JSONScalar, _ cursor: borrowing JSONCursor) {}
  func key(_ token: JSONCursor.StringToken, _ cursor: borrowing JSONCursor) {}
  func beginContainer() {}
  func endArray() {}
  func endObject() {}
}

extension JSONCursor {
  /// Consumes one value, whitespace before it included. It keeps a stack of its own: depth costs no call stack.
  mutating func walk(_ sink: inout some JSONSink, depthLimit: Int) throws(JSON.ParseError) {
    /// The closing brackets awaited, innermost last.
    var closings: [UInt8] = []
    value: while true {
      skipWhitespace()
      if let closing = try open() {
        if closings.count == depthLimit { throw tooDeep(depthLimit) }
        sink.beginContainer()
        closings.append(closing)
        skipWhitespace()
        if next != closing {
          if closing == UInt8(ascii: "}") { sink.key(try key(), self) }
          continue value
        }
      } else {
        sink.scalar(try scalar(), self)
      }
      while let closing = closings.last {
        skipWhitespace()
        switch next {
        case closing:
          offset += 1
          closings.removeLast()
          if closing == UInt8(ascii: "}") { sink.endObject() } else { sink.endArray() }
        case UInt8(ascii: ","):
          offset += 1
          if closing == UInt8(ascii: "}") {
            skipWhitespace()
            sink.key(try key(), self)
          }
          continue value
        default: throw error(closing == UInt8(ascii: "}") ? "`,` or `}`" : "`,` or `]`")
        }
      }
      return
    }
  }

  /// Consumes an opening bracket and returns the closing one, or consumes nothing.
  private mutating func open() throws(JSON.ParseError) -> UInt8? {
    switch next {
    case UInt8(ascii: "{"):
      offset += 1
      return UInt8(ascii: "}")
    case UInt8(ascii: "["):
      offset += 1
      return UInt8(ascii: "]")
    default: return nil
    }
  }

  private mutating func scalar() throws(JSON.ParseError) -> JSONScalar {
    switch next {
    case UInt8(ascii: "\""): return .string(try string())
    case let byte? where byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10: return .number(try number())
    case UInt8(ascii: "t"):
      try literal("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try literal("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try literal("null")
      return .null
    default: throw error("a value")
    }
  }

  /// Consumes a key with its colon.
  mutating func key() throws(JSON.ParseError) -> StringToken {
    guard next == UInt8(ascii: "\"") else { throw error("a key in quotes") }
    let token = try string()
    skipWhitespace()
    guard next == UInt8(ascii: ":") else { throw error("`:`") }
    offset += 1
    return token
  }

  /// Fails unless only whitespace is left.
  mutating func finish() throws(JSON.ParseError) {
    skipWhitespace()
    if offset < bytes.count { throw error("the end of the text") }
  }

  private func tooDeep(_ limit: Int) -> JSON.ParseError {
    JSON.ParseError(
      offset: offset - 1, found: "a value nested more than \(limit) deep", expected: "at most \(limit) levels")
  }
}

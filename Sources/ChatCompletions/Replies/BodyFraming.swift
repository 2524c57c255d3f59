/// What kind of body it is, by its first bytes: content types are often missing or wrong.
enum BodyFraming {
  case events, json, markup

  /// Nil while there is nothing but white space, which some servers send to keep the connection busy.
  static func sniff(_ body: [UInt8]) -> BodyFraming? {
    let start = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body[...]
    guard let first = start.first(where: { !isBlank($0) }) else { return nil }
    return switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): .json
    case UInt8(ascii: "<"): .markup
    default: .events
    }
  }

  /// The body of a JSON reply without the end marker of a stream, which some servers put behind it.
  static func withoutDoneMarker(_ body: [UInt8]) -> ArraySlice<UInt8> {
    let marker = Array("data: [DONE".utf8)
    var end = body[...]
    while let last = end.last, isBlank(last) || last == UInt8(ascii: "]") || last == UInt8(ascii: ")") {
      end.removeLast()
    }
    return end.suffix(marker.count).elementsEqual(marker) ? end.dropLast(marker.count) : body[...]
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

import Synchronization
import Tokenization

/// A text that counts how often it is read.
final class CountingText: ClassifiedText {
  private let text: UTF8Text
  private let count = Atomic(0)

  /// - Parameter bytes: outlive this value.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { text = UTF8Text(bytes) }

  var reads: Int { count.load(ordering: .relaxed) }

  var end: Int { text.end }

  func byte(at index: Int) -> UInt8 {
    count.add(1, ordering: .relaxed)
    return text.byte(at: index)
  }

  func scalar(at index: Int) -> (class: ScalarClass, length: Int) {
    count.add(1, ordering: .relaxed)
    return text.scalar(at: index)
  }
}

/// The bytes at which the pieces of a text end.
func ends<Pattern: PiecePattern>(of text: some ClassifiedText, _: Pattern.Type) -> [Int] {
  var ends: [Int] = []
  var index = 0
  while index < text.end {
    index = Pattern.endOfPiece(in: text, from: index)
    ends.append(index)
  }
  return ends
}

/// The pieces of a text.
func pieces<Pattern: PiecePattern>(of text: String, _ pattern: Pattern.Type) -> [String] {
  let bytes = Array(text.utf8)
  return bytes.withUnsafeBufferPointer { buffer in
    guard !buffer.isEmpty else { return [] }
    var start = 0
    return ends(of: UTF8Text(buffer), pattern).map { end in
      defer { start = end }
      return String(decoding: buffer[start..<end], as: UTF8.self)
    }
  }
}

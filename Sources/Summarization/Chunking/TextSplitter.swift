import Tokenization

/// Cuts a text into parts of at most so many tokens: behind a line, else behind a word, else between characters.
struct TextSplitter<Counter: Tokenizer> {
  let tokenizer: Counter
  /// In tokens; at least 1.
  let limit: Int

  /// The parts, which together are the text.
  func split(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
      let part = prefix(of: rest)
      parts.append(part)
      rest = rest[part.endIndex...]
    }
    return parts
  }

  /// The longest part from the start that fits; at least one character, whatever it counts.
  func prefix(of text: Substring) -> Substring {
    var length = limit  // A token is at least a byte.
    var best = CharacterCut.prefix(of: text, bytes: length)
    while best.endIndex < text.endIndex {
      let tokens = max(tokenizer.count(String(best)), 1)
      guard tokens < limit else { break }
      let longer = CharacterCut.prefix(of: text, bytes: max(length * limit / tokens, length + 1))
      guard longer.endIndex > best.endIndex else {
        length += 1
        continue
      }
      guard tokenizer.count(String(longer)) <= limit else { break }
      length = longer.utf8.count
      best = longer
    }
    return best.endIndex == text.endIndex ? best : cut(best)
  }

  /// The text up to the last line break or space in its second half, or all of it.
  private func cut(_ text: Substring) -> Substring {
    let utf8 = text.utf8
    let half = utf8.index(utf8.startIndex, offsetBy: utf8.count / 2)
    for separator in [UInt8(ascii: "\n"), UInt8(ascii: " ")] {
      guard let last = utf8[half...].lastIndex(of: separator) else { continue }
      // A mark that combines with the separator stays with it.
      return CharacterCut.prefix(of: text, bytes: utf8.distance(from: utf8.startIndex, to: last) + 1)
    }
    return text
  }
}

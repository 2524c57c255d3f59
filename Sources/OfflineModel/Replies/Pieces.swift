/// The pieces in which a text is streamed.
enum Pieces {
  /// Pieces that end before a space and have at least so many bytes but for the last; together they are the text.
  static func of(_ text: String, bytes: Int) -> [String] {
    var pieces: [String] = []
    var piece = ""
    for character in text {
      if character == " ", piece.utf8.count >= bytes {
        pieces.append(piece)
        piece = ""
      }
      piece.append(character)
    }
    if !piece.isEmpty { pieces.append(piece) }
    return pieces
  }
}

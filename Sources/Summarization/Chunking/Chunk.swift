/// A stretch of the rendered source that goes to the model in one request.
struct Chunk: Equatable {
  /// Entries as ``Delimiters/entry(_:)`` writes them, a line break between each two.
  var text: String
  var tokens: Int
}

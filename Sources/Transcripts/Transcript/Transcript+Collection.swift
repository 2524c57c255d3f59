/// A transcript is the collection of its entries.
extension Transcript: RandomAccessCollection {
  public var startIndex: Int { entries.startIndex }
  public var endIndex: Int { entries.endIndex }

  public subscript(position: Int) -> Entry { entries[position] }
}

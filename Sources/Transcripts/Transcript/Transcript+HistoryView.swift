extension Transcript {
  /// The entries of a session without its instructions entry: what a profile reads and rewrites.
  ///
  /// A view is a value and its own subsequence: slices, filtered copies and sums of views are views again, so that
  /// `history = history.suffix(20)` needs no conversion. Indices are opaque and, as with any collection that can change
  /// its length, of use only until it does.
  public struct HistoryView: Sendable, Hashable {
    private var elements: ArraySlice<Entry>

    /// A view of the entries, in their order.
    public init(_ entries: some Sequence<Entry>) {
      elements = ArraySlice(entries)
    }

    /// An empty view.
    public init() {
      elements = []
    }

    /// The entries as an array.
    public var entries: [Entry] { Array(elements) }

    /// A position in a view.
    public struct Index: Sendable, Hashable, Comparable {
      fileprivate var offset: Int

      public static func < (one: Index, other: Index) -> Bool { one.offset < other.offset }
    }
  }
}

extension Transcript.HistoryView: RandomAccessCollection, MutableCollection {
  /// An entry.
  public typealias Element = Transcript.Entry
  /// A slice is a view again.
  public typealias SubSequence = Transcript.HistoryView

  public var startIndex: Index { Index(offset: elements.startIndex) }
  public var endIndex: Index { Index(offset: elements.endIndex) }

  public func index(after index: Index) -> Index { Index(offset: index.offset + 1) }
  public func index(before index: Index) -> Index { Index(offset: index.offset - 1) }
  public func index(_ index: Index, offsetBy distance: Int) -> Index { Index(offset: index.offset + distance) }
  public func distance(from start: Index, to end: Index) -> Int { end.offset - start.offset }

  /// The entry at the position.
  public subscript(index: Index) -> Transcript.Entry {
    get { elements[index.offset] }
    set { elements[index.offset] = newValue }
  }

  /// The entries between two positions, with the same positions.
  public subscript(bounds: Range<Index>) -> Transcript.HistoryView {
    get { Transcript.HistoryView(slice: elements[bounds.lowerBound.offset..<bounds.upperBound.offset]) }
    set { elements[bounds.lowerBound.offset..<bounds.upperBound.offset] = newValue.elements }
  }

  private init(slice: ArraySlice<Transcript.Entry>) {
    elements = slice
  }
}

extension Transcript.HistoryView: RangeReplaceableCollection {
  public mutating func replaceSubrange(
    _ subrange: Range<Index>, with newElements: some Collection<Transcript.Entry>
  ) {
    elements.replaceSubrange(subrange.lowerBound.offset..<subrange.upperBound.offset, with: newElements)
  }
}

extension Transcript.HistoryView: ExpressibleByArrayLiteral {
  /// A view of the entries, in their order.
  public init(arrayLiteral elements: Transcript.Entry...) {
    self.init(elements)
  }
}

/// What a revision stores: dispositions of everything up to a position, over originals that never change.
///
/// The ranges are ascending, do not touch when equal, and cover every entry of the snapshot up to
/// ``coversThrough``. A range may span positions that no entry has (those of other branches).
public struct Overlay: Sendable, Equatable {
  /// What becomes of which entries.
  public var ranges: [DispositionRange]
  /// One for each replaced entry, ascending.
  public var shortForms: [ShortFormSize]
  /// `nil` where nothing is covered.
  public var summary: Summary?
  /// The last position decided upon; what is appended after it follows the overlay.
  public var coversThrough: Int32

  /// The summary that stands for every covered range.
  public struct Summary: Sendable, Equatable {
    /// The summary stands before the first kept entry at or after this position.
    public var before: Int32
    /// What it costs the history.
    public var tokens: Int32

    /// A summary of that place and size.
    public init(before: Int32, tokens: Int32) {
      self.before = before
      self.tokens = tokens
    }
  }

  /// An overlay of these decisions.
  public init(
    ranges: [DispositionRange], shortForms: [ShortFormSize] = [], summary: Summary?, coversThrough: Int32
  ) {
    self.ranges = ranges
    self.shortForms = shortForms
    self.summary = summary
    self.coversThrough = coversThrough
  }
}

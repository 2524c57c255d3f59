/// What becomes of an entry. The four partition a snapshot.
public enum Disposition: String, Sendable, CaseIterable {
  /// It is read as it was appended.
  case kept
  /// It is read in a shorter form.
  case replaced
  /// It is not read.
  case dropped
  /// The summary stands for it.
  case covered
}

/// A run of entries that share a disposition, and the stage that decided it.
public struct DispositionRange: Sendable, Equatable {
  /// Positions of entries.
  public var range: PositionRange
  /// What becomes of them.
  public var disposition: Disposition
  /// The name of the stage that decided, or `nil` for what is kept.
  public var stage: String?
  /// The revision that decided it: what an earlier one dropped or covered stays so.
  public var revision: Int32

  /// A range that a stage decided upon; without a stage, one that is kept.
  public init(_ range: PositionRange, _ disposition: Disposition, stage: String? = nil, revision: Int32) {
    self.range = range
    self.disposition = disposition
    self.stage = stage
    self.revision = revision
  }
}

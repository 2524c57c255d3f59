import Synchronization

/// One series that only grows.
public struct Counter: Sendable {
  let number: Number

  public var value: Double { number.value }

  /// - Parameter amount: not negative.
  public func add(_ amount: Double) {
    precondition(amount >= 0, "a counter only grows")
    number.add(amount)
  }

  public func add() { number.add(1) }

  public func add(_ amount: some BinaryInteger) { add(Double(amount)) }

  public func add(_ duration: Duration) { add(duration.inSeconds) }
}

/// One series that goes up and down.
public struct Gauge: Sendable {
  let number: Number

  public var value: Double { number.value }

  public func set(_ value: Double) { number.set(value) }

  public func set(_ value: some BinaryInteger) { number.set(Double(value)) }

  public func add(_ amount: some BinaryInteger) { number.add(Double(amount)) }
}

/// One distribution.
public final class Histogram: Sendable {
  struct Counts: Sendable, Hashable {
    /// For each bound, and at last for infinity: the observations in that bucket alone.
    var buckets: [UInt64]
    var sum: Double = 0
  }

  let bounds: [Double]
  private let state: Mutex<Counts>

  init(bounds: [Double]) {
    self.bounds = bounds
    state = Mutex(Counts(buckets: Array(repeating: 0, count: bounds.count + 1)))
  }

  var counts: Counts { state.withLock { $0 } }

  /// A value on a bound falls into the bucket below it.
  public func observe(_ value: Double) {
    let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
    state.withLock { counts in
      counts.buckets[bucket] += 1
      counts.sum += value
    }
  }

  public func observe(_ duration: Duration) { observe(duration.inSeconds) }
}

/// A value of a closed set, as a label.
public typealias LabelValue = CaseIterable & Hashable & RawRepresentable & Sendable

/// Instruments for all values of a closed set; every one exists from the start.
public struct By<Label: LabelValue, Instrument: Sendable>: Sendable where Label.RawValue == String {
  private let instruments: [Label: Instrument]

  init(_ make: (String) -> Instrument) {
    instruments = Dictionary(uniqueKeysWithValues: Label.allCases.map { ($0, make($0.rawValue)) })
  }

  public subscript(_ label: Label) -> Instrument { instruments[label]! }
}

extension Duration {
  /// Seconds, with their fraction.
  public var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

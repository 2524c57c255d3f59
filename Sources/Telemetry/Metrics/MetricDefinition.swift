/// What is known of a metric before anything is measured.
public struct MetricDefinition: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// Only grows; its name ends in `_total`.
    case counter
    case gauge
    /// Upper bounds of its buckets, ascending, without infinity.
    case histogram(bounds: [Double])
  }

  public let name: String
  public let kind: Kind
  /// A base unit, which then also ends the name; nil for plain numbers.
  public let unit: String?
  public let help: String
  /// The names of its labels, in the order in which they are written.
  public let labels: [String]

  init(_ name: String, _ kind: Kind, unit: String? = nil, labels: [String] = [], _ help: String) {
    self.name = name
    self.kind = kind
    self.unit = unit
    self.help = help
    self.labels = labels
  }

  /// The name without the suffix of a counter, as OpenMetrics calls the family.
  public var family: String {
    kind == .counter && name.hasSuffix("_total") ? String(name.dropLast(6)) : name
  }

  /// The names under which its samples are found in Prometheus.
  public var sampleNames: [String] {
    if case .histogram = kind { return ["_bucket", "_sum", "_count"].map { name + $0 } }
    return [name]
  }
}

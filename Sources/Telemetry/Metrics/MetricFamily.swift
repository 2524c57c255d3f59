/// A metric and what its series show at one moment.
public struct MetricFamily: Sendable, Hashable {
  public struct Label: Sendable, Hashable {
    public var name: String
    public var value: String
  }

  public enum Value: Sendable, Hashable {
    case number(Double)
    /// The observations in each bucket alone, the one up to infinity last.
    case histogram(buckets: [UInt64], sum: Double)
  }

  public struct Series: Sendable, Hashable {
    public var labels: [Label]
    public var value: Value
  }

  public var definition: MetricDefinition
  public var series: [Series]
}

import Synchronization

/// The series of a set of metrics; each is made when it is first asked for, and lives as long as the registry.
final class MetricRegistry: Sendable {
  private enum Instrument: Sendable {
    case number(Number)
    case histogram(Histogram)
  }

  private struct Family: Sendable {
    let definition: MetricDefinition
    var order: [[String]] = []
    var instruments: [[String]: Instrument] = [:]
  }

  private let families: Mutex<[String: Family]>
  private let names: [String]

  init(_ definitions: [MetricDefinition]) {
    names = definitions.map(\.name)
    families = Mutex(Dictionary(uniqueKeysWithValues: definitions.map { ($0.name, Family(definition: $0)) }))
  }

  /// - Parameter labels: a value for each label of the definition, in its order; an empty one leaves the label away.
  func counter(_ definition: MetricDefinition, _ labels: [String] = []) -> Counter {
    Counter(number: number(definition, labels))
  }

  func gauge(_ definition: MetricDefinition, _ labels: [String] = []) -> Gauge {
    Gauge(number: number(definition, labels))
  }

  func histogram(_ definition: MetricDefinition, _ labels: [String] = []) -> Histogram {
    guard case .histogram(let bounds) = definition.kind,
      case .histogram(let found) = find(definition, labels, { .histogram(Histogram(bounds: bounds)) })
    else { preconditionFailure("\(definition.name) is not a histogram") }
    return found
  }

  private func number(_ definition: MetricDefinition, _ labels: [String]) -> Number {
    guard case .number(let found) = find(definition, labels, { .number(Number()) }) else {
      preconditionFailure("\(definition.name) is a histogram")
    }
    return found
  }

  private func find(_ definition: MetricDefinition, _ labels: [String], _ make: () -> Instrument) -> Instrument {
    precondition(labels.count == definition.labels.count, "\(definition.name) has the labels \(definition.labels)")
    return families.withLock { families in
      guard let known = families[definition.name]?.instruments[labels] else {
        let made = make()
        families[definition.name]!.order.append(labels)
        families[definition.name]!.instruments[labels] = made
        return made
      }
      return known
    }
  }

  /// Everything as it stands, in the order of the definitions; those without a series are left out.
  func snapshot() -> [MetricFamily] {
    let families = families.withLock { $0 }
    return names.compactMap { name in
      guard let family = families[name], !family.order.isEmpty else { return nil }
      let series = family.order.map { labels in
        MetricFamily.Series(
          labels: zip(family.definition.labels, labels).filter { !$0.1.isEmpty }.map { .init(name: $0, value: $1) },
          value: Self.read(family.instruments[labels]!))
      }
      return MetricFamily(definition: family.definition, series: series)
    }
  }

  private static func read(_ instrument: Instrument) -> MetricFamily.Value {
    switch instrument {
    case .number(let number): return .number(number.value)
    case .histogram(let histogram):
      let counts = histogram.counts
      return .histogram(buckets: counts.buckets, sum: counts.sum)
    }
  }
}

public import Transcripts

/// Which conversations a job is for.
public struct Selection: Sendable, Equatable {
  public enum Tenants: Sendable, Equatable {
    case all
    case only(Set<String>)
    case except(Set<String>)
  }

  public var tenants: Tenants
  /// Every field has to be there with this value.
  public var metadata: [String: MetadataValue]

  public init(tenants: Tenants = .all, metadata: [String: MetadataValue] = [:]) {
    self.tenants = tenants
    self.metadata = metadata
  }

  /// The wanted fields as a JSON object, keys in ascending order: what `metadata @> …` of SQL takes. Nil for none.
  public var metadataJSON: JSON? { metadata.json }

  /// Whether some conversation could be selected by both.
  public func overlaps(_ other: Selection) -> Bool {
    let conflict = metadata.contains { key, value in other.metadata[key].map { $0 != value } ?? false }
    return !conflict && tenants.overlaps(other.tenants)
  }

  /// Whether every conversation that the other selects is selected by this one, too.
  public func contains(_ other: Selection) -> Bool {
    metadata.allSatisfy { other.metadata[$0.key] == $0.value } && tenants.contains(other.tenants)
  }

  /// `everything`, or what is asked for, for a person: `tenants a, b; channel = "support"`.
  public var summary: String {
    var parts: [String] = []
    switch tenants {
    case .all: break
    case .only(let names): parts.append("tenants " + names.sorted().joined(separator: ", "))
    case .except(let names): parts.append("tenants but " + names.sorted().joined(separator: ", "))
    }
    parts += metadata.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.json.text)" }
    return parts.isEmpty ? "everything" : parts.joined(separator: "; ")
  }
}

extension Selection.Tenants {
  func overlaps(_ other: Selection.Tenants) -> Bool {
    switch (self, other) {
    case (.only(let a), .only(let b)): !a.isDisjoint(with: b)
    case (.only(let names), .except(let out)), (.except(let out), .only(let names)): !names.isSubset(of: out)
    default: true
    }
  }
  func contains(_ other: Selection.Tenants) -> Bool {
    switch (self, other) {
    case (.all, _): true
    case (.only(let names), .only(let others)): others.isSubset(of: names)
    case (.only, _): false
    case (.except(let out), .only(let others)): out.isDisjoint(with: others)
    case (.except(let out), .except(let others)): out.isSubset(of: others)
    case (.except(let out), .all): out.isEmpty
    }
  }
}

extension [String: MetadataValue] {
  /// The fields as a JSON object, keys in ascending order. Nil for none.
  var json: JSON? {
    isEmpty ? nil : .object(sorted { $0.key < $1.key }.map { JSON.Member($0.key, $0.value.json) })
  }
}

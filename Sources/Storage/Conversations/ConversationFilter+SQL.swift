import PostgresClient

extension ConversationFilter {
  /// The condition over `c`, a row of `compactor.conversations`.
  var condition: SQL {
    var parts: [SQL] = []
    switch tenants {
    case .all: break
    case .only(let names): parts.append("c.tenant = ANY (\(names))")
    case .except(let names): parts.append("c.tenant <> ALL (\(names))")
    }
    if let metadata { parts.append("c.metadata @> \(metadata)::text::jsonb") }
    guard var condition = parts.first else { return "true" }
    for part in parts.dropFirst() { condition = "\(condition) AND \(part)" }
    return condition
  }
}

extension JobScope {
  /// The condition over `c` that the conversation belongs to this job.
  var condition: SQL {
    var condition: SQL = "(\(filter.condition))"
    for other in earlier { condition = "\(condition) AND NOT (\(other.condition))" }
    return condition
  }
}

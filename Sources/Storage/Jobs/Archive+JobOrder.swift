import PostgresClient

/// A place among the jobs in their order.
public enum JobPlace: Sendable, Equatable {
  case first
  case last
  case before(String)
  case behind(String)
}

/// The names with one of them moved.
///
/// - Returns: `nil` where the name, or the one that it should stand beside, is not among them.
public func jobOrder(_ names: [String], moving name: String, to place: JobPlace) -> [String]? {
  guard names.contains(name) else { return nil }
  var rest = names.filter { $0 != name }
  switch place {
  case .first: rest.insert(name, at: 0)
  case .last: rest.append(name)
  case .before(let other), .behind(let other):
    if other == name { return names }
    guard let index = rest.firstIndex(of: other) else { return nil }
    if case .before = place { rest.insert(name, at: index) } else { rest.insert(name, at: index + 1) }
  }
  return rest
}

/// What came of taking a job off the list.
public enum JobRemoval: Sendable, Equatable {
  case done
  /// There is no job of the name.
  case unknown
  /// This run of it is open.
  case busy(run: Int64, state: RunState)
}

extension Archive {
  /// Moves a job in the order in which jobs claim conversations.
  ///
  /// - Returns: the names in their order now; `nil` where one that was named is not there.
  public func moveJob(_ name: String, to place: JobPlace) async throws -> [String]? {
    try await database.withTransaction { connection in
      try await connection.query(Self.lockJobs)
      let names = try await connection.query(
        "SELECT name FROM compactor.jobs WHERE removed_at IS NULL ORDER BY ordinal, name"
      ).map { try $0.decode(0, as: String.self) }
      guard let order = jobOrder(names, moving: name, to: place) else { return nil }
      try await connection.query(
        """
        UPDATE compactor.jobs j SET ordinal = place.ordinal
        FROM unnest(\(order)) WITH ORDINALITY AS place (name, ordinal)
        WHERE j.name = place.name AND j.ordinal <> place.ordinal
        """)
      return order
    }
  }

  /// Takes a job off the list; its versions, runs and audit records stay. Not while a run of it is open.
  public func removeJob(_ name: String) async throws -> JobRemoval {
    try await database.withTransaction { connection in
      try await connection.query(Self.lockJobs)
      let open = try await connection.query(
        "SELECT number, state FROM compactor.runs WHERE job = \(name) AND finished_at IS NULL ORDER BY number LIMIT 1"
      ).first?.values(Int64.self, String.self)
      let removed = try await connection.query(
        """
        UPDATE compactor.jobs SET removed_at = now()
        WHERE name = \(name) AND removed_at IS NULL AND \(open == nil) RETURNING name
        """)
      if !removed.isEmpty { return .done }
      guard let open, let state = RunState(rawValue: open.1) else { return .unknown }
      return .busy(run: open.0, state: state)
    }
  }
}

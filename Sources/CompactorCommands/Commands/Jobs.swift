import Jobs
import Storage
import Transcripts
import Worker

extension CommandSpec {
  static let jobs = CommandSpec(
    "jobs", "list the registered jobs in the order in which they claim conversations",
    details: """
      A conversation belongs to the first job in this order that selects it and is not paused. compactor move changes
      the order, compactor pause and resume the state, compactor remove takes a job off the list. With --conversations
      every conversation is counted: how many each job selects, and how many the jobs before it leave it; that reads
      the whole table.
      """,
    options: [.database, .json, OptionSpec("conversations", "count the conversations of each job, too")]
  ) { invocation, console in
    try await DatabaseSession.with(invocation) { session in
      let report = try await JobsReport.read(session, countsAll: invocation.flag("conversations"))
      console.report(report.text, json: report.json, invocation)
      return .done
    }
  }

  static let move = CommandSpec(
    "move", "change a job's place in the order in which jobs claim conversations",
    details: """
      A conversation belongs to the first job that selects it. Runs under way go on with the order in which they began;
      every run that begins later goes by the new one.
      """,
    arguments: [ArgumentSpec("JOB", "the name of a registered job")],
    options: [
      .database, .json, OptionSpec("first", "before all others"), OptionSpec("last", "behind all others"),
      OptionSpec("before", value: "JOB", "before this one"), OptionSpec("behind", value: "JOB", "behind this one"),
    ]
  ) { invocation, console in
    let name = invocation.arguments[0]
    let places: [JobPlace] = [
      invocation.flag("first") ? .first : nil, invocation.flag("last") ? .last : nil,
      invocation.value("before").map { .before($0) }, invocation.value("behind").map { .behind($0) },
    ].compactMap { $0 }
    guard places.count == 1, let place = places.first else {
      throw UsageError("compactor move needs --first, --last, --before JOB or --behind JOB, one of the four")
    }
    return try await DatabaseSession.with(invocation) { session in
      for word in [name, invocation.value("before"), invocation.value("behind")].compactMap({ $0 }) {
        try await session.requireJob(word)
      }
      guard let order = try await session.archive.moveJob(name, to: place) else {
        throw UsageError("compactor move: a job was removed meanwhile: compactor jobs lists those that are there")
      }
      console.report(
        "the order is now: \(order.joined(separator: ", "))",
        json: JSON.object([.init("jobs", .array(order.map { .string($0) }))]).text, invocation)
      return .done
    }
  }

  static let remove = CommandSpec(
    "remove", "take a job off the list",
    details: """
      No worker runs it any more, and its conversations belong to the jobs behind it. What it did stays: revisions,
      audit records, runs and versions. compactor apply registers it again, behind the others. Refused while a run of
      it is open.
      """,
    arguments: [ArgumentSpec("JOB", "the name of a registered job")],
    options: [.database, .json]
  ) { invocation, console in
    let name = invocation.arguments[0]
    return try await DatabaseSession.with(invocation) { session in
      try await session.requireJob(name)
      switch try await session.archive.removeJob(name) {
      case .done, .unknown: break
      case .busy(let run, let state):
        throw UsageError(
          "job \(name) has an open run: run \(run) is \(state.rawValue). compactor cancel \(run) ends it")
      }
      console.report(
        "job \(name) is removed; what it did stays", json: JSON.object([.init("removed", .string(name))]).text,
        invocation)
      return .done
    }
  }
}

extension DatabaseSession {
  /// Throws where no job of the name is registered.
  func requireJob(_ name: String) async throws {
    let names = try await archive.jobs().map(\.name)
    guard names.contains(name) else { throw UsageError.noJob(name, among: names) }
  }
}

extension DatabaseSession {
  /// Throws where no job of the name is or was registered: records of one that was removed stay.
  func requireKnownJob(_ name: String) async throws {
    guard try await !archive.hasJob(name) else { return }
    throw UsageError.noJob(name, among: try await archive.jobs().map(\.name))
  }
}

extension UsageError {
  static func noJob(_ name: String, among names: [String]) -> UsageError {
    UsageError(
      "found no registered job '\(name)'"
        + (names.isEmpty ? ": none is registered" : suggestion(for: name, among: names)))
  }
}

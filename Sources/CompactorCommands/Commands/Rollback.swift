import Storage
import Transcripts

extension CommandSpec {
  static let rollback = CommandSpec(
    "rollback", "undo the compaction of a conversation or of a run",
    details: """
      Readers get the revision before, or the originals. The conversations are held: no worker touches them until
      compactor release. Whatever a worker is planning for them at the moment is refused when it comes to its commit.
      A shadow revision, which no reader has, is undone in the same way: by its run, or where a conversation has no live
      one. compactor show and compactor audit tell who rolled back what, and why.
      """,
    arguments: [ArgumentSpec("CONVERSATION", count: .optional, "the conversation whose latest revision is undone")],
    options: [
      .database, .tenant, .number, .json, OptionSpec("run", value: "NUMBER", "undo everything that this run wrote"),
      OptionSpec("reason", value: "TEXT", "kept with the revision and the hold; do not write secrets here"),
    ]
  ) { invocation, console in
    let run = try invocation.integer("run", in: 1...Int.max).map { Int64($0) }
    guard (run == nil) != invocation.arguments.isEmpty else {
      throw UsageError("compactor rollback needs a CONVERSATION or --run NUMBER, one of the two")
    }
    return try await DatabaseSession.with(invocation) { session in
      var conversation: Int64?
      if let key = invocation.arguments.first {
        conversation = try await session.conversation(key, invocation).number
      }
      try await session.requireRun(run)
      let undone = try await session.archive.rollBack(
        conversation: conversation, run: run, by: console.user, reason: invocation.value("reason"))
      console.report(RollbackReport(undone).text, json: RollbackReport(undone).json, invocation)
      return .done
    }
  }

  static let release = CommandSpec(
    "release", "let workers touch held or quarantined conversations again",
    arguments: [ArgumentSpec("CONVERSATION", count: .optional, "the conversation")],
    options: [
      .database, .tenant, .number, .json, OptionSpec("run", value: "NUMBER", "those that this run had compacted"),
      OptionSpec("all", "every one that is held or quarantined"),
    ]
  ) { invocation, console in
    let run = try invocation.integer("run", in: 1...Int.max).map { Int64($0) }
    let ways = [!invocation.arguments.isEmpty, run != nil, invocation.flag("all")].count { $0 }
    guard ways == 1 else {
      throw UsageError("compactor release needs a CONVERSATION, --run NUMBER or --all, one of the three")
    }
    return try await DatabaseSession.with(invocation) { session in
      var conversation: Int64?
      if let key = invocation.arguments.first {
        conversation = try await session.conversation(key, invocation).number
      }
      try await session.requireRun(run)
      let count = try await session.archive.release(
        conversation: conversation, run: run, everything: invocation.flag("all"))
      console.report(
        "released \(countedConversations(count))", json: JSON.object([.init("released", .integer(count))]).text,
        invocation)
      return .done
    }
  }
}

/// What a rollback came to, for a person or a program.
struct RollbackReport {
  let undone: Rollback

  init(_ undone: Rollback) { self.undone = undone }

  var text: String {
    if undone.conversations == 0 { return "nothing to undo: no revision was found that is not rolled back" }
    if undone.shadows == undone.conversations {
      return
        "rolled back \(countedConversations(undone.conversations)), of which no reader has had the revision: it was a "
        + "shadow. Held until compactor release."
    }
    let readers =
      undone.showEarlier == 0
      ? "the originals" : "an earlier revision of \(grouped(undone.showEarlier)), else the originals"
    return "rolled back \(countedConversations(undone.conversations)); readers get \(readers). "
      + "Held until compactor release."
  }

  var json: String {
    JSON.object([
      .init("rolled_back", .integer(undone.conversations)), .init("show_earlier", .integer(undone.showEarlier)),
      .init("shadows", .integer(undone.shadows)),
    ]).text
  }
}

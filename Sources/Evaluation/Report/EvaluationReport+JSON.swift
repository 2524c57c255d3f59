public import Transcripts

extension EvaluationReport {
  /// Everything that was measured, for programs.
  public var json: JSON {
    .object([
      JSON.Member("source", .string(source)), JSON.Member("tokenizer", .string(tokenizer)),
      JSON.Member("summaries", summaries.map { .string($0) } ?? .null),
      JSON.Member("conversations", JSON(conversations)), JSON.Member("seed", JSON(settings.seed)),
      JSON.Member("looks", JSON(settings.looks)), JSON.Member("ignores_triggers", .bool(settings.ignoresTriggers)),
      JSON.Member("ignores_targets", .bool(settings.ignoresTargets)),
      JSON.Member("policies", .array(rows.map(\.json))),
    ])
  }
}

extension EvaluationReport.Row {
  fileprivate var json: JSON {
    .object([
      JSON.Member("name", .string(name)), JSON.Member("stages", .array(stages.map { .string($0) })),
      JSON.Member("measures", measures.policy.json),
      JSON.Member("baselines", ["random": measures.random.json, "last_turns": measures.lastTurns.json]),
    ])
  }
}

extension Measures {
  fileprivate var json: JSON {
    var members = [JSON.Member("conversations", JSON(conversations)), JSON.Member("compacted", JSON(compacted))]
    members += Figure.all.map { JSON.Member($0.key, $0.share(self)?.json ?? .null) }
    members.append(JSON.Member("made_worse", JSON(worse)))
    members.append(JSON.Member("changed_by_a_second_look", JSON(unstable)))
    members.append(
      JSON.Member(
        "retention",
        .object(
          Item.Kind.allCases.compactMap { kind in
            retention[kind].map { JSON.Member(kind.rawValue, $0.json) }
          })))
    members.append(JSON.Member("summaries", summaries.json))
    members.append(
      JSON.Member(
        "sizes",
        .array(sizes.map { ["conversation": .string($0.name), "before": JSON($0.before), "after": JSON($0.after)] })))
    return .object(members)
  }
}

extension Retention {
  fileprivate var json: JSON {
    ["distinct": distinct.json, "weighted": weighted.json, "used_later": usedLater.json]
  }
}

extension SummaryMeasures {
  fileprivate var json: JSON {
    [
      "made": JSON(made), "refused": JSON(refused), "tokens": tokens.json,
      "refusals": .object(refusals.sorted { $0.key < $1.key }.map { JSON.Member($0.key, JSON($0.value)) }),
    ]
  }
}

extension Share {
  /// `null` where there was nothing to measure.
  fileprivate var json: JSON {
    guard let value else { return .null }
    return ["part": JSON(part), "whole": JSON(whole), "share": .number(String(value))]
  }
}

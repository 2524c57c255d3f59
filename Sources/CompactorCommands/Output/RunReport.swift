import Compaction
import Jobs
import Storage
import Transcripts
import Worker

/// What a run came to, for a person or a program.
struct RunReport {
  let result: RunResult
  /// Why it looked at no conversation, where it did not.
  var nothingToDo: NothingToDo?

  init(_ result: RunResult) { self.result = result }

  var text: String {
    let counts = result.counts
    var lines = ["run \(result.number) \(result.state.rawValue)\(result.reason.map { " (\($0.rawValue))" } ?? "")"]
    if counts.attempts == 0 {
      lines.append(nothingToDo?.isBackfill == true ? "  nothing was there to look at" : "  nothing was due")
      if let nothingToDo { lines += nothingToDo.lines.map { "  " + $0 } }
      return lines.joined(separator: "\n")
    }
    for outcome in Outcome.allCases {
      guard let number = counts.outcomes[outcome] else { continue }
      lines.append("  \(padded(outcome.rawValue, to: 18))\(grouped(number))")
    }
    if counts.tokensBefore > 0 {
      lines.append(
        "  \(padded("tokens", to: 18))\(grouped(counts.tokensBefore)) → \(grouped(counts.tokensAfter)) "
          + "(\(change(from: Int(counts.tokensBefore), to: Int(counts.tokensAfter)))), by \(result.tokenizer)")
    }
    if counts.modelCalls > 0 || counts.reusedResults > 0 {
      lines.append(
        "  \(padded("model calls", to: 18))\(grouped(counts.modelCalls)), \(grouped(counts.reusedResults)) reused, "
          + "\(countedInput(counts.inputTokens, cached: counts.cachedTokens)), \(grouped(counts.outputTokens)) out, \(counts.cost)"
      )
    }
    return lines.joined(separator: "\n")
  }

  var json: String {
    let counts = result.counts
    let outcomes = Outcome.allCases.compactMap { outcome in
      counts.outcomes[outcome].map { JSON.Member(outcome.rawValue, .number(String($0))) }
    }
    return JSON.object([
      .init("run", .number(String(result.number))), .init("state", .string(result.state.rawValue)),
      .init("reason", result.reason.map { .string($0.rawValue) } ?? .null), .init("outcomes", .object(outcomes)),
      .init("tokenizer", .string(result.tokenizer)), .init("tokens_before", .number(String(counts.tokensBefore))),
      .init("tokens_after", .number(String(counts.tokensAfter))),
      .init("model_calls", .number(String(counts.modelCalls))),
      .init("reused_results", .number(String(counts.reusedResults))),
      .init("input_tokens", .number(String(counts.inputTokens))),
      .init("cached_tokens", .number(String(counts.cachedTokens))),
      .init("output_tokens", .number(String(counts.outputTokens))), .init("cost_usd", .number(counts.cost.decimal)),
      .init("nothing_to_do", nothingToDo?.json ?? .null),
    ]).text
  }
}

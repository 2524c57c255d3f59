import ChatCompletions
import Compaction
import CurlTransport
import Evaluation
import Jobs
import Summarization
import Tokenization
import TranscriptFormats
import Transcripts
import Worker

/// Who writes the summaries of an evaluation: the jobs' models, or nobody but the conversation itself.
struct EvaluationModels {
  private let trials: [String: SummaryTrial]
  private let extracts: ExtractiveSummaries
  private let hasSummaries: Bool

  init(_ jobs: [Job], asked: Bool, tokenizer: any Tokenizer, _ console: Console) throws {
    extracts = ExtractiveSummaries(tokenizer: tokenizer)
    let summarizing = jobs.filter { job in
      job.policy.stages.contains { if case .summarize = $0 { true } else { false } }
    }
    hasSummaries = !summarizing.isEmpty
    var trials: [String: SummaryTrial] = [:]
    if asked, hasSummaries {
      let transport = CurlTransport()
      for job in summarizing {
        let models = try ModelPool.connecting(job, transport: transport, environment: console.environment)
        trials[job.name] = SummaryTrial(job, models: models, tokenizer: tokenizer)
      }
    }
    self.trials = trials
  }

  func summaries(for job: Job) -> SummaryMaking {
    guard let trial = trials[job.name] else { return { [extracts] in extracts.summary(of: $0) } }
    return { summaryCase in
      let outcome: SummaryOutcome
      do {
        outcome = try await trial.outcome(of: summaryCase)
      } catch let error as ChatError {
        // What is wrong with one conversation is a refusal; what is wrong with the model ends the evaluation.
        switch error.class {
        case .contentFilter, .permanent, .tooBig: return .refused(reason: error.class.name)
        default: throw error
        }
      }
      switch outcome {
      case .accepted(let text, let tokens): return .text(text, tokens: tokens)
      case .refused(let refusal): return .refused(reason: refusal.rawValue)
      }
    }
  }

  /// For the report; `nil` where no policy has a summary.
  var description: String? {
    guard hasSummaries else { return nil }
    return trials.isEmpty ? "extracts, no model was asked" : "by the models of the jobs"
  }

  /// What the models cost, for a person.
  var cost: String? {
    guard !trials.isEmpty else { return nil }
    return trials.sorted { $0.key < $1.key }.map { name, trial in
      "\(name): \(counted(trial.calls, "model call")), \(trial.cost)"
    }.joined(separator: "\n")
  }
}

extension SummaryTrial {
  fileprivate func outcome(of summaryCase: SummaryCase) async throws -> SummaryOutcome {
    let starts = summaryCase.snapshot.chunkStarts
    let sources = summaryCase.draft.covered.flatMap { range in
      (Int(range.first) - 1..<Int(range.last)).map { index in
        let entry = summaryCase.entries[index]
        return SourceEntry(
          kind: entry.draft.kind, message: entry.message,
          mayBeginChunk: starts.contains(Int32(index + 1)))
      }
    }
    let instructions = summaryCase.entries.filter { $0.draft.kind == .instructions }.flatMap(\.draft.contents)
    return try await summary(
      of: summaryCase.draft, entries: sources,
      instructions: instructions.isEmpty ? nil : instructions.joined(separator: "\n\n"))
  }
}

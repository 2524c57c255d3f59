import Jobs
import LanguageModels
import Summarization
import Synchronization
import Tokenization
import Transcripts

/// How many tokens of input a request to a model may be billed as. Pure.
///
/// No tokenizer makes more tokens of a text than it has bytes, and whoever does not know which one the model has can say
/// no more. A job that names a vocabulary, `tokenizer: o200k_base`, says that its model counts by it: then the count
/// itself, with a margin for the template that the server wraps around it.
struct InputBound: Sendable, Equatable {
  /// As an estimate: what is counted as spent where nobody says what was.
  var likely: Int
  /// By the vocabulary that the job names; `nil` where it names none.
  var byCount: Int?

  /// What servers add of their own: the marks of messages, and a short system text.
  private static let template = 256

  init(likely: Int, byCount: Int? = nil) {
    self.likely = likely
    self.byCount = byCount
  }

  /// - Parameters:
  ///   - texts: of everything in the request.
  ///   - isExact: whether the tokenizer is the model's own, as the job says.
  init(texts: [String], tokenizer: any Tokenizer, isExact: Bool) {
    let count = texts.reduce(0) { $0 + tokenizer.count($1) + ChatCost.message } + ChatCost.primedReply
    likely = count
    byCount = isExact ? count + count / 10 + Self.template : nil
  }

  /// - Parameters:
  ///   - bytes: of the request's body.
  ///   - trusts: whether counts have held up to now.
  func most(of bytes: Int, trustingCounts trusts: Bool) -> Int {
    guard trusts, let byCount else { return bytes }
    return min(byCount, bytes)
  }
}

extension InputBound {
  /// - Parameter tokenizer: the one that the job names, or the standard one.
  init(of request: SummaryRequest, by tokenizer: any Tokenizer, in job: Job) {
    // What the server is sent besides the two texts: the schema, where it takes one.
    let texts = [request.system, request.user] + (request.schema.map { [$0.json.text] } ?? [])
    self.init(texts: texts, tokenizer: tokenizer, isExact: job.tokenizer?.isExact ?? false)
  }
}

extension TokenizerName {
  /// Whether it is a vocabulary as it was published: an estimate, or a factor that differs from text to text, is not.
  var isExact: Bool {
    if case .vocabulary = base { thousandths == 1_000 } else { false }
  }
}

/// Whether the model's server counts as the job's vocabulary does: until it is found to count more. Shared by all calls
/// of a run.
final class CountTrust: Sendable {
  private let holds = Atomic<Bool>(true)

  var isHeld: Bool { holds.load(ordering: .relaxed) }

  /// A call was billed for more input than was set aside for it.
  ///
  /// - Returns: whether this is news.
  func lose() -> Bool { holds.exchange(false, ordering: .relaxed) }
}

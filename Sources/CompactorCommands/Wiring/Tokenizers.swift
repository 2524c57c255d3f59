import Digests
import FoundationEssentials
import Jobs
import Synchronization
import Tokenization

/// Why a vocabulary cannot be counted with.
struct VocabularyProblem: Error, Equatable, CustomStringConvertible {
  var encoding: BytePairEncoding
  /// "found no file vocabularies/o200k_base.tiktoken".
  var what: String

  static let advice =
    "fetch it with scripts/fetch-vocabularies, or name its folder in COMPACTOR_VOCABULARIES; "
    + "`estimate@1` needs no vocabulary"

  var description: String { "\(encoding.rawValue): \(what); \(Self.advice)" }

  /// The problem at the place where a job names the vocabulary.
  func finding(in job: Job) -> Diagnostic {
    Diagnostic(
      .error, file: job.file, range: job.tokenizerRange,
      "the vocabulary `\(encoding.rawValue)` cannot be used: \(what)",
      advice: Self.advice)
  }
}

/// Finds the tokenizers that jobs and commands name. A vocabulary is read and checked once a process.
final class Tokenizers: Sendable {
  private let folder: String?
  private let note: @Sendable (String) -> Void
  private let state = Mutex(State())

  private struct State {
    var loaded: [BytePairEncoding: BytePairTokenizer] = [:]
    var hasNoted = false
  }

  /// - Parameter note: is told, once, that tokens are estimated where nobody asked for an estimate.
  init(environment: [String: String], note: @escaping @Sendable (String) -> Void) {
    folder = Self.folder(environment)
    self.note = note
  }

  convenience init(_ console: Console) {
    self.init(environment: console.environment) { console.errors($0) }
  }

  /// The tokenizer of this name.
  func tokenizer(named name: TokenizerName) throws(VocabularyProblem) -> any Tokenizer {
    try name.tokenizer { encoding throws(VocabularyProblem) in try vocabulary(encoding) }
  }

  /// `o200k_base` where its vocabulary is there; otherwise the estimate, with a note.
  func standard() -> any Tokenizer {
    do {
      return try vocabulary(.o200kBase)
    } catch {
      let isFirst = state.withLock { state in
        defer { state.hasNoted = true }
        return !state.hasNoted
      }
      if isFirst { note("tokens are estimated (\(EstimatingTokenizer.name)): \(error)") }
      return EstimatingTokenizer()
    }
  }

  /// The tokenizer that a job names, or the standard one.
  ///
  /// - Throws: a finding at the place in the job's file, if the vocabulary that it names is not there.
  func tokenizer(of job: Job) throws(Diagnostic) -> any Tokenizer {
    guard let name = job.tokenizer else { return standard() }
    do {
      return try tokenizer(named: name)
    } catch {
      throw error.finding(in: job)
    }
  }

  /// What ``tokenizer(of:)`` would throw, without reading the vocabulary into tables.
  func problem(of job: Job) -> Diagnostic? {
    guard case .vocabulary(let encoding)? = job.tokenizer?.base else { return nil }
    do { _ = try file(of: encoding) } catch { return error.finding(in: job) }
    return nil
  }

  /// One line for a person: which vocabularies are there.
  var summary: String {
    let found = BytePairEncoding.allCases.filter { (try? file(of: $0)) != nil }.map(\.rawValue)
    return "vocabularies in \(folder ?? "no folder"): "
      + (found.isEmpty ? "none, tokens are estimated" : found.joined(separator: ", "))
  }

  private func vocabulary(_ encoding: BytePairEncoding) throws(VocabularyProblem) -> BytePairTokenizer {
    if let loaded = state.withLock({ $0.loaded[encoding] }) { return loaded }
    let tokenizer = BytePairTokenizer(encoding, try read(encoding))
    // Whoever came second takes the first one's, and with it its cache.
    return state.withLock { state in
      if state.loaded[encoding] == nil { state.loaded[encoding] = tokenizer }
      return state.loaded[encoding]!
    }
  }

  private func read(_ encoding: BytePairEncoding) throws(VocabularyProblem) -> Vocabulary {
    let data = try file(of: encoding)
    do throws(VocabularyError) {
      return try Vocabulary(parsing: [UInt8](data).span)
    } catch { throw VocabularyProblem(encoding: encoding, what: "found a vocabulary whose \(error)") }
  }

  /// The checked bytes of a vocabulary's file.
  private func file(of encoding: BytePairEncoding) throws(VocabularyProblem) -> Data {
    func problem(_ what: String) -> VocabularyProblem { VocabularyProblem(encoding: encoding, what: what) }
    guard let folder else { throw problem("found no folder of vocabularies: neither HOME nor a variable names one") }
    let path = "\(folder)/\(encoding.fileName)"
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) else {
      throw problem("found no file \(path)")
    }
    guard SHA256.digest(data).hex == encoding.fileDigest else {
      throw problem("found a damaged file \(path): its SHA-256 is not that of the vocabulary")
    }
    return data
  }

  /// Where `scripts/fetch-vocabularies` puts them.
  static func folder(_ environment: [String: String]) -> String? {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let named = value("COMPACTOR_VOCABULARIES") { return named }
    let cache = value("XDG_CACHE_HOME") ?? value("HOME").map { $0 + "/.cache" }
    return cache.map { $0 + "/transcript-compactor/vocabularies" }
  }
}

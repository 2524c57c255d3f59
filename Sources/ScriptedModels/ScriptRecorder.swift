public import LanguageModels
public import Transcripts
internal import Synchronization

/// What a scripted model was sent, in the order in which it came.
public final class ScriptRecorder: Sendable {
  private struct Record {
    var requests: [LanguageModelExecutorGenerationRequest] = []
    var prewarmed: [Transcript] = []
  }

  private let record = Mutex(Record())

  init() {}

  /// The requests, those that failed included.
  public var requests: [LanguageModelExecutorGenerationRequest] { record.withLock { $0.requests } }

  /// The transcripts that the model was prewarmed with.
  public var prewarmed: [Transcript] { record.withLock { $0.prewarmed } }

  /// - Returns: How many requests came before this one.
  func record(_ request: LanguageModelExecutorGenerationRequest) -> Int {
    record.withLock {
      $0.requests.append(request)
      return $0.requests.count - 1
    }
  }

  func record(prewarm transcript: Transcript) { record.withLock { $0.prewarmed.append(transcript) } }
}

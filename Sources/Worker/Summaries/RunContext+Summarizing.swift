import Compaction
import Storage

extension RunContext {
  func summarize(_ item: Drafted) async throws -> Finished? { nil }
}

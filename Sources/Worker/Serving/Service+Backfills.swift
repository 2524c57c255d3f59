import Jobs
import Storage

extension Service {
  /// A backfill that should go on or begin here: one whose workers fell silent, or the one that a changed policy asks
  /// for where the job says `on_policy_change: backfill`.
  func backfill(of job: PreparedJob, in archive: Archive) async throws -> RunRecord? {
    if let record = try await archive.takeOverBackfill(of: job.job.name) { return record }
    guard job.job.onPolicyChange == .backfill else { return nil }
    return try await archive.startBackfillAfterChange(
      job: job.job.name, version: job.version, total: try await archive.count(of: job.scope))
  }
}

import Compaction
public import Jobs
public import Storage
import Transcripts

/// A registered version of a job, read and ready to run.
public struct PreparedJob: Sendable {
  public var job: Job
  public var version: Int32
  /// SHA-256 of the policy's canonical form.
  public var policy: [UInt8]
  /// The conversations that are its own.
  public var scope: JobScope
  /// The jobs before it that may take conversations from it, by name: those of `scope.earlier`.
  public var earlierJobs: [String]
  public var isPaused: Bool

  public init(
    job: Job, version: Int32, policy: [UInt8], scope: JobScope, earlierJobs: [String] = [], isPaused: Bool = false
  ) {
    self.job = job
    self.version = version
    self.policy = policy
    self.scope = scope
    self.earlierJobs = earlierJobs
    self.isPaused = isPaused
  }

  /// Reads every registered job, in the order in which they claim conversations.
  ///
  /// - Throws: ``UnreadableJob`` for a definition that this program does not take, one that a newer program
  ///   registered say.
  public static func all(_ registered: [RegisteredJob]) throws(UnreadableJob) -> [PreparedJob] {
    var earlier: [(name: String, filter: ConversationFilter)] = []
    var prepared: [PreparedJob] = []
    for entry in registered {
      let (job, diagnostics) = Job.load(text: entry.definition, file: "\(entry.name), version \(entry.version)")
      guard let job else { throw UnreadableJob(name: entry.name, version: entry.version, diagnostics: diagnostics) }
      let filter = ConversationFilter(job.selection)
      prepared.append(
        PreparedJob(
          job: job, version: entry.version, policy: entry.policy,
          scope: JobScope(filter, earlier: earlier.map(\.filter)), earlierJobs: earlier.map(\.name),
          isPaused: entry.isPaused))
      // A paused job leaves its conversations to those behind it.
      if !entry.isPaused { earlier.append((entry.name, filter)) }
    }
    return prepared
  }
}

/// A registered job that does not load.
public struct UnreadableJob: Error, CustomStringConvertible {
  public var name: String
  public var version: Int32
  public var diagnostics: [Diagnostic]

  public var description: String {
    "the registered job \(name), version \(version), does not load: "
      + diagnostics.map(\.rendered).joined(separator: "\n")
  }
}

extension ConversationFilter {
  public init(_ selection: Jobs.Selection) {
    let tenants: Tenants =
      switch selection.tenants {
      case .all: .all
      case .only(let names): .only(names.sorted())
      case .except(let names): .except(names.sorted())
      }
    self.init(tenants: tenants, metadata: selection.metadataJSON?.text)
  }
}

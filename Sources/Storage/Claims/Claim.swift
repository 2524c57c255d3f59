public import FoundationEssentials

/// A worker's leased, fenced right to compact one conversation.
public struct Claim: Sendable, Hashable {
  /// `conversations.number`.
  public var conversation: Int64
  /// Raised by each claim; a heartbeat or commit with an older one does nothing.
  public var epoch: Int64
  public var token: UUID

  public init(conversation: Int64, epoch: Int64, token: UUID) {
    self.conversation = conversation
    self.epoch = epoch
    self.token = token
  }
}

/// A claimed conversation, with what its row said at that moment.
public struct ClaimedConversation: Sendable {
  public var claim: Claim
  public var tenant: String
  public var format: String
  /// Entries of all branches.
  public var entries: Int
  /// Bytes of payload of all branches.
  public var bytes: Int64
  public var lastPosition: Int32
  /// Microseconds since 1970, by the database's clock.
  public var lastAppend: Int64
  public var claimedAt: Int64
  /// Claims since the last that ended well, this one included.
  public var attempts: Int
  /// Of those before it, how many ended with their worker.
  public var crashes: Int
}

/// Which conversations are claimed.
public enum ClaimScope: Sendable, Equatable {
  /// Those that are due and have had no append for so many seconds.
  case due(idleSeconds: Int)
  /// Every one, as a backfill does.
  case all
  /// Those among these that are there.
  case these([Int64])
}

/// Who claims, for what, and for how long.
public struct ClaimRequest: Sendable {
  public var scope: ClaimScope
  public var job: JobScope
  /// Only conversations with a higher number.
  public var after: Int64
  /// Only conversations up to this number.
  public var through: Int64
  public var limit: Int
  public var run: Int64
  /// A random id of this process.
  public var worker: UUID
  public var leaseSeconds: Int
  /// The request was sent before, and its answer was lost: what it claimed then is claimed anew, since nobody holds it.
  public var isRepeated = false

  public init(
    scope: ClaimScope, job: JobScope, after: Int64 = 0, through: Int64 = .max, limit: Int, run: Int64, worker: UUID,
    leaseSeconds: Int
  ) {
    self.scope = scope
    self.job = job
    self.after = after
    self.through = through
    self.limit = limit
    self.run = run
    self.worker = worker
    self.leaseSeconds = leaseSeconds
  }
}
